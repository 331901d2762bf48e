/** The cookie that the server sets: `yes-` with a random text, or `no`. */
const COOKIE = /(?:^|;\s*)consent=(yes-|no)/;

function answer(): string | undefined {
  try {
    return COOKIE.exec(document.cookie)?.[1];
  } catch {
    // Sandboxed frames and some privacy settings refuse; the server then keeps no answer either.
    return undefined;
  }
}

/** Whether the visitor has answered the consent banner, in this tab or another. */
export function hasAnswered(): boolean {
  return answer() !== undefined;
}

/** Whether events may be reported. The server checks it again. */
export function hasAgreed(): boolean {
  return answer() === 'yes-';
}
