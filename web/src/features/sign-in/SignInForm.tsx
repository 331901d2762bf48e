import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { checkCode, sendCode } from '../../api/account';
import { forget } from '../../browser/storage';
import type { Key } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { Notice } from '../../ui/Notice';
import { Toasts } from '../../ui/Toasts';
import { CodeStep } from './CodeStep';
import { EmailStep } from './EmailStep';
import { enter } from './enter';
import { SignInCard } from './SignInCard';
import { createSignIn } from './signing-in';
import { useToasts } from './useToasts';

/** `/panel` for a browser without a session. */
export function SignInForm() {
  const { page, rules, t } = usePageContext();
  const toasts = useToasts();
  const [form] = useState(() =>
    createSignIn({
      language: page.language,
      checkEmail: (email) => rules.checkEmail(email, 'sign-in'),
      sendCode,
      checkCode,
      toast: (kind, key) => toasts.show(kind, t(key as Key)),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      enter,
    }),
  );
  const step = useStore(form, (state) => state.step);
  // The server knows no session here, so an earlier hint of one is wrong.
  useEffect(() => forget('authToken'), []);
  return (
    <SignInCard shape="lock" title={t(step === 'email' ? 'login.title' : 'login.code.title')}>
      <noscript>
        <Notice tone="plain" shape="alert">
          {t('login.noscript', { support: page.brand.support_email })}
        </Notice>
      </noscript>
      {step === 'email' ? <EmailStep form={form} /> : <CodeStep form={form} />}
      <Toasts toasts={toasts.shown} />
    </SignInCard>
  );
}
