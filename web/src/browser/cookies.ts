const YEAR_IN_SECONDS = 31_536_000;

/** Functional choices that the server needs to render the next page: they require no consent. */
export type ChoiceCookie = 'selectedLanguage' | 'theme';

/** Remembers a choice for a year, for this site only. */
export function rememberChoice(name: ChoiceCookie, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve.
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_IN_SECONDS}; samesite=lax${secure}`;
  } catch {
    // Where cookies are refused, the choice lasts as long as the page.
  }
}
