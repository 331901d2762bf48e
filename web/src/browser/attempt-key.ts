/**
 * A fresh idempotency key: 128 random bits as 32 hexadecimal digits.
 *
 * `crypto.randomUUID` would do, but exists only on https and localhost; a trial shop in an office network has neither.
 */
export function attemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
