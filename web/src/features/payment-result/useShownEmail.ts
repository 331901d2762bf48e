import { useEffect, useState } from 'react';
import { keptEmailQuery } from '../../browser/address';
import { stored } from '../../browser/storage';
import type { Rules } from '../../rules/client';
import { usePageContext } from '../../state/page-context';

/**
 * The buyer's e-mail address as this browser knows it: the one in the page's address first, then the stored one.
 * Without either the page shows the server's. An invalid one is skipped, because anyone can write a link.
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
