/** The longest address in bytes (`core/src/email.rs`). */
const LONGEST_EMAIL = 254;
/** Direction marks and zero-width characters. */
const UNSEEN = String.raw`\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
/** Characters that a person could neither see nor fix in the field, and the sign for invalid UTF-8. */
const HIDDEN = new RegExp(String.raw`[\p{Cc}\ufffd${UNSEEN}]`, 'u');
const OUTER = new RegExp(`^[\\s${UNSEEN}]+|[\\s${UNSEEN}]+$`, 'g');

/** Characters in which a copied address may be wrapped. */
const WRAPPING = /[<>"'&]/g;
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** An address as every form takes it (`core/src/email.rs`), but for its length. */
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[^.]*[a-z])${LABEL}$`, 'i');

/**
 * The query `email` as the rule in the core reads it (`core/src/email/query.rs`), for browsers that cannot load the
 * rule. An inner plus is a plus. The vectors of the rule hold both to the same answers.
 */
export function plainPrefill(query: string): string | undefined {
  const text = queryValue(query, 'email');
  return text !== undefined && text !== '' && fits(text) && !HIDDEN.test(text) ? text : undefined;
}

/** The query `mail` of the trial page likewise: only what is an address once its wrapping is taken off. */
export function plainTrialMail(query: string): string | undefined {
  const text = queryValue(query, 'mail')?.replace(WRAPPING, '').replace(OUTER, '');
  return text !== undefined && fits(text) && ADDRESS.test(text) ? text : undefined;
}

const fits = (text: string) => new TextEncoder().encode(text).length <= LONGEST_EMAIL;

/** The first value under a name, trimmed; nothing when the query has none. */
function queryValue(query: string, wanted: string): string | undefined {
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (decoded(name) !== wanted) continue;
    // Forms write a blank as a plus, and no address starts or ends with a blank.
    return decoded(rest.join('=').replace(/^\++|\++$/g, '')).replace(OUTER, '');
  }
  return undefined;
}

/** Percent-decodes once. Unlike `decodeURIComponent` it leaves a broken escape as it is. */
function decoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('+', '%2B')}`).get('text') ?? '';
}
