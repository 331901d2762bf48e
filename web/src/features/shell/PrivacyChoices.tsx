import { usePageContext } from '../../state/page-context';
import styles from './PrivacyChoices.module.css';

/** Asks for consent again: taking it back is as easy as giving it. Only where the shop asks at all. */
export function PrivacyChoices() {
  const { page, t } = usePageContext();
  if (!page.consent) return null;
  return (
    <form method="post" action="/api/consent">
      <button type="submit" name="choice" value="ask" className={styles.link}>
        {t('consent.choices')}
      </button>
    </form>
  );
}
