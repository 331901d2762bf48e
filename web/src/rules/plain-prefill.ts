/** The longest address in bytes (`core/src/email.rs`). */
const LONGEST_EMAIL = 254;
/** Direction marks and characters without width. */
const UNSEEN = String.raw`\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
/** What a person could neither see nor repair in the field, and the sign for bytes that are no UTF-8. */
const HIDDEN = new RegExp(String.raw`[\p{Cc}\ufffd${UNSEEN}]`, 'u');
const OUTER = new RegExp(`^[\\s${UNSEEN}]+|[\\s${UNSEEN}]+$`, 'g');

/**
 * The query `email` as the rule in the core reads it (`core/src/email/query.rs`), for browsers that cannot load the
 * rule. An inner plus is a plus. The vectors of the rule hold both to the same answers.
 */
export function plainPrefill(query: string): string | undefined {
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (decoded(name) !== 'email') continue;
    // Forms write a blank as a plus, and no address starts or ends with a blank.
    const text = decoded(rest.join('=').replace(/^\++|\++$/g, '')).replace(OUTER, '');
    const fits = text !== '' && new TextEncoder().encode(text).length <= LONGEST_EMAIL;
    return fits && !HIDDEN.test(text) ? text : undefined;
  }
  return undefined;
}

/** Percent-decodes once. Unlike `decodeURIComponent` it leaves a broken escape as it is. */
function decoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('+', '%2B')}`).get('text') ?? '';
}
