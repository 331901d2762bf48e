/** The two answers to the question about events. */
export type ConsentAnswer = 'accept' | 'reject';

/** Sends the answer as the form of the banner does. `false`: the server did not take it. */
export async function answerConsent(choice: ConsentAnswer): Promise<boolean> {
  try {
    // The server leads the form back to its page; a script has no use for that page.
    const body = new URLSearchParams({ choice });
    const { type } = await fetch('/api/consent', { method: 'POST', body, redirect: 'manual' });
    return type === 'opaqueredirect';
  } catch {
    return false;
  }
}
