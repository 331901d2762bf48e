/**
 * Translators put `<font>` elements in the place of texts, and extensions move nodes that React still holds. React's next
 * change of such a node would throw and empty the page (https://github.com/facebook/react/issues/11538). So each text
 * knows the element in its place, and the two calls with which React changes the page find a moved node again.
 */
export function allowForeignChanges(root: Node): void {
  const stands = new WeakMap<Node, Node>();
  const { insertBefore, removeChild } = Node.prototype;

  /** What a node, or the element in its place, is within a parent. */
  const placeIn = (parent: Node, node: Node): Node | undefined => {
    let at: Node | null | undefined = node.parentNode ? node : stands.get(node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at ?? undefined;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = placeIn(this, child) ?? child;
    // A node that others moved away goes where it is now; one that they removed is gone already.
    if (place.parentNode) removeChild.call(place.parentNode, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && (placeIn(this, before) ?? null)) as T;
  };

  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const [text] = removedNodes;
      const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (!stand || !(text instanceof Text) || text.parentNode) continue;
      stands.set(text, stand);
      // React writes a changed text here.
      Object.defineProperty(text, 'nodeValue', { set: (value: string) => (stand.textContent = value) });
    }
  }).observe(root, { childList: true, subtree: true });
}
