/** The cookie that the server sets: `yes-` with a random text, or `no`. */
const COOKIE = /(?:^|;\s*)consent=(yes-|no)/;

function answer(): string | undefined {
  return COOKIE.exec(document.cookie)?.[1];
}

/** Whether the visitor has answered the consent banner, in this tab or another. */
export function hasAnswered(): boolean {
  return answer() !== undefined;
}

/** Whether events may be reported. The server checks it again. */
export function hasAgreed(): boolean {
  return answer() === 'yes-';
}
