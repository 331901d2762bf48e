import { useState } from 'react';
import { getEsim } from '../../api/account';
import type { AccountEsim } from '../../rules/wire';
import { signedOut } from './leaving';

/** An order's eSIM, once its customer has requested it. */
export interface ShownEsim {
  esim: AccountEsim | undefined;
  phase: 'hidden' | 'busy' | 'failed';
  show: () => Promise<void>;
}

/** Loads the code only on request: a stranger looking over the customer's shoulder could install it. */
export function useEsim(number: string): ShownEsim {
  const [esim, setEsim] = useState<AccountEsim>();
  const [phase, setPhase] = useState<ShownEsim['phase']>('hidden');

  const show = async () => {
    if (phase === 'busy') return;
    setPhase('busy');
    const answer = await getEsim(number);
    setPhase(answer.kind === 'ok' ? 'hidden' : 'failed');
    if (answer.kind === 'ok') setEsim(answer.value);
    if (answer.kind === 'problem') signedOut(answer.problem);
  };
  return { esim, phase, show };
}
