import type { MouseEvent } from 'react';
import { offerQuery, paymentQuery } from '../../browser/address';
import { rememberChoice } from '../../browser/cookies';
import { store } from '../../browser/storage';
import { LANGUAGE_NAMES } from '../../i18n/language-names';
import type { Language } from '../../rules/wire';
import { Kept } from '../../state/Kept';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './Languages.module.css';

/** Links to the same page in the other languages of its area. */
export function Languages() {
  return (
    <Kept as="div" part="languages" className={styles.languages}>
      <Menu />
    </Kept>
  );
}

function Menu() {
  const { page, t } = usePageContext();

  const follow = (language: Language) => (event: MouseEvent<HTMLAnchorElement>) => {
    rememberChoice('selectedLanguage', language);
    store('selectedLanguage', language);
    // A change of language must keep a campaign's code or plan, and the payment of a result page.
    event.currentTarget.search = paymentQuery() || offerQuery(window.location.search);
  };

  return (
    <>
      <button type="button" className={styles.button} popoverTarget="languages">
        <Icon shape="globe" />
        <span className="visually-hidden">{t('shell.languages')}: </span>
        <span className={styles.current}>{LANGUAGE_NAMES[page.language]}</span>
        <span className={styles.short}>{page.language.toUpperCase()}</span>
      </button>
      <ul id="languages" popover="auto" className={styles.list}>
        {page.languages.map(({ language, href }) => (
          <li key={language}>
            <a
              className={styles.link}
              href={href}
              lang={language}
              hrefLang={language}
              dir="auto"
              aria-current={language === page.language ? 'true' : undefined}
              onClick={follow(language)}
            >
              {LANGUAGE_NAMES[language]}
              {language === page.language ? <Icon shape="check" /> : null}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
