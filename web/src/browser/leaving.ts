/** A path of this site, or the fallback: an answer must not be able to send a person elsewhere. */
export function localPath(path: string, origin: string, fallback = '/'): string {
  try {
    const address = new URL(path, origin);
    const local = `${address.pathname}${address.search}`;
    // Reading `/.//x` takes the dot away, and what is left would lead to another host when it is read again.
    return address.origin === origin && !local.startsWith('//') ? local : fallback;
  } catch {
    return fallback;
  }
}

/** Leaves for another page. */
export function leaveTo(address: string): void {
  window.location.assign(address);
}

/** Runs `again` when the browser brings the page back as it was left (Back button). */
export function onReturn(again: () => void): () => void {
  const listener = (event: PageTransitionEvent) => {
    if (event.persisted) again();
  };
  window.addEventListener('pageshow', listener);
  return () => window.removeEventListener('pageshow', listener);
}
