import { returnPath } from '../browser/address';
import type { CheckoutLinkRequest, CodeNotice, Language } from '../rules/wire';

/**
 * What the order of a plan or a deal says of its page. Whether a code holds is decided at the checkout, and the server
 * asks before it charges another price than was shown. So a code that the page says does not hold is sent too: it may
 * have begun meanwhile, or its last use may be this buyer's own. An unknown one has no spelling of the shop's and is not
 * sent.
 */
export function circumstances(
  language: Language,
  notice: CodeNotice | undefined,
  im_ref: string | undefined,
): Pick<CheckoutLinkRequest, 'language' | 'return_to' | 'code' | 'im_ref'> {
  const code = notice?.code;
  return { language, return_to: returnPath(), ...(code ? { code } : {}), ...(im_ref ? { im_ref } : {}) };
}
