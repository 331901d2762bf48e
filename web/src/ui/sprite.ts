import { SHAPES } from './shapes';

/** The shapes as the server writes them into the sprite. */
export const symbols = Object.entries(SHAPES)
  .map(([name, outline]) => `<symbol id="shape-${name}" viewBox="0 0 24 24"><path d="${outline}"/></symbol>`)
  .join('');

/** Draws the shapes into a sprite that the browser made anew: the policy forbids scripts to parse HTML. */
export function draw(sprite: SVGSVGElement): void {
  const add = (parent: Element, tag: string, attributes: Record<string, string>) => {
    const made = document.createElementNS(sprite.namespaceURI, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    parent.append(made);
    return made;
  };
  for (const [name, outline] of Object.entries(SHAPES)) {
    add(add(sprite, 'symbol', { id: `shape-${name}`, viewBox: '0 0 24 24' }), 'path', { d: outline });
  }
}
