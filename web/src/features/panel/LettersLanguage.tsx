import { type ChangeEvent, useState } from 'react';
import { chooseLanguage } from '../../api/account';
import { rememberChoice } from '../../browser/cookies';
import { store } from '../../browser/storage';
import { LANGUAGE_NAMES } from '../../i18n/language-names';
import { problemText } from '../../i18n/words';
import type { Language } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Select } from '../../ui/Select';
import { signedOut } from './leaving';
import outcome from './Outcome.module.css';
import styles from './Panel.module.css';

type Phase = 'idle' | 'busy' | 'done' | { refusal: string };

/** The language of the customer's letters. The choice also applies to the pages in this browser. */
export function LettersLanguage({ language }: { language: Language }) {
  const { t } = usePageContext();
  const [chosen, setChosen] = useState(language);
  const [phase, setPhase] = useState<Phase>('idle');

  const choose = async (event: ChangeEvent<HTMLSelectElement>) => {
    if (phase === 'busy') return;
    const next = event.target.value as Language;
    setChosen(next);
    setPhase('busy');
    const answer = await chooseLanguage({ language: next });
    if (answer.kind === 'ok') {
      rememberChoice('selectedLanguage', next);
      store('selectedLanguage', next);
      return setPhase('done');
    }
    if (answer.kind === 'problem' && signedOut(answer.problem)) return;
    setChosen(chosen);
    setPhase({ refusal: answer.kind === 'problem' ? answer.problem.code : 'something_wrong' });
  };
  return (
    <section aria-labelledby="language" className={styles.setting}>
      <h2 id="language" className={styles.what}>
        {t('panel.language')}
      </h2>
      <p className={styles.quiet}>{t('panel.language.text')}</p>
      <div className={styles.actions}>
        <Select
          label={t('panel.language')}
          value={chosen}
          onChange={(event) => void choose(event)}
          aria-disabled={phase === 'busy' || undefined}
        >
          {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        <p role="status" className={outcome.said}>
          {phase === 'done' ? t('panel.language.done', { language: LANGUAGE_NAMES[chosen] }) : null}
        </p>
        {typeof phase === 'object' ? (
          <p role="alert" className={outcome.error}>
            {problemText(t, phase.refusal)}
          </p>
        ) : null}
      </div>
    </section>
  );
}
