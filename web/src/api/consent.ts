/** The two answers of the consent banner for events. */
export type ConsentAnswer = 'accept' | 'reject';

/** Sends the answer as the banner's form does. `false`: the server did not accept it. */
export async function answerConsent(choice: ConsentAnswer): Promise<boolean> {
  try {
    // The server redirects the form back to its page; a script does not need that page.
    const body = new URLSearchParams({ choice });
    const { type } = await fetch('/api/consent', { method: 'POST', body, redirect: 'manual' });
    return type === 'opaqueredirect';
  } catch {
    return false;
  }
}
