import { useEffect, useState } from 'react';
import { keptEmailQuery } from '../../browser/address';
import { stored } from '../../browser/storage';
import type { Rules } from '../../rules/client';
import { usePageContext } from '../../state/page-context';

/**
 * The address this browser knows the buyer by: that of the page's address first, then the stored one. Without either a
 * page shows the server's. What is no e-mail address is passed over, because anyone can write a link.
 */
export function useShownEmail(): string | undefined {
  const { rules } = usePageContext();
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    let left = false;
    void ownEmail(rules).then((found) => {
      if (!left) setEmail(found);
    });
    return () => {
      left = true;
    };
  }, [rules]);
  return email;
}

async function ownEmail(rules: Rules): Promise<string | undefined> {
  const query = keptEmailQuery();
  const inAddress = query ? await rules.emailPrefill(query) : undefined;
  for (const email of [inAddress, stored('paymentEmail')]) {
    if (email && (await rules.checkEmail(email)) === undefined) return email;
  }
  return undefined;
}
