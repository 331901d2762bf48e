import type { Page } from '../rules/wire';
import { TIME_LIMIT_MS } from './call';

/** The markup around the page data in its document (`server/src/pages/document.rs`), which escapes every `<` in it. */
const BEFORE = '<script type="application/json" id="page">';
const AFTER = '</script>';

/** The page at an address as the server renders it now; undefined when it cannot be read. */
export async function getPage(address: string, leaving: AbortSignal): Promise<Page | undefined> {
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.any([leaving, AbortSignal.timeout(TIME_LIMIT_MS)]),
    });
    // The CSP forbids parsing HTML in scripts, and only this one element is needed.
    const [, rest] = (await response.text()).split(BEFORE);
    const json = rest?.split(AFTER)[0];
    return json ? (JSON.parse(json) as Page) : undefined;
  } catch {
    return undefined;
  }
}
