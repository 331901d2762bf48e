import { usePageContext } from '../../state/page-context';
import styles from './PrivacyChoices.module.css';

/**
 * Reopens the consent banner: withdrawing consent is as easy as giving it. Shown only where the shop asks for consent.
 */
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
