import type { Page } from '../rules/wire';
import { withTimeLimit } from './time-limit';

/** The markup around the page data in its document (`server/src/pages/document.rs`), which escapes every `<` in it. */
const BEFORE = '<script type="application/json" id="page">';
const AFTER = '</script>';

/** The page at an address as the server renders it now; undefined when it cannot be read. */
export async function getPage(address: string, leaving: AbortSignal): Promise<Page | undefined> {
  try {
    const document = await withTimeLimit(leaving, async (signal) => {
      const headers = { accept: 'text/html' };
      return (await fetch(address, { credentials: 'same-origin', cache: 'no-store', headers, signal })).text();
    });
    // The CSP forbids parsing HTML in scripts, and only this one element is needed.
    const [, rest] = document.split(BEFORE);
    const json = rest?.split(AFTER)[0];
    return json ? (JSON.parse(json) as Page) : undefined;
  } catch {
    return undefined;
  }
}
