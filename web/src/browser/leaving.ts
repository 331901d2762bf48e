/** A path of this site, or the fallback: an answer must not be able to send a visitor to another site. */
export function localPath(path: string, origin: string, fallback = '/'): string {
  try {
    const address = new URL(path, origin);
    const local = `${address.pathname}${address.search}`;
    // Parsing `/.//x` removes the dot, and the rest would name another host when it is parsed again.
    return address.origin === origin && !local.startsWith('//') ? local : fallback;
  } catch {
    return fallback;
  }
}

/** Navigates to another page. */
export function leaveTo(address: string): void {
  window.location.assign(address);
}

/** Runs `again` when the browser restores the page from its back/forward cache. */
export function onReturn(again: () => void): () => void {
  const listener = (event: PageTransitionEvent) => {
    if (event.persisted) again();
  };
  window.addEventListener('pageshow', listener);
  return () => window.removeEventListener('pageshow', listener);
}
