import { useShop } from '../../state/shop';
import styles from './PrivacyChoices.module.css';

/** Asks for consent again: taking it back is as easy as giving it. Only where the shop asks at all. */
export function PrivacyChoices() {
  const { page, t } = useShop();
  if (!page.consent) return null;
  return (
    <form method="post" action="/api/consent">
      <button type="submit" name="choice" value="ask" className={styles.link}>
        {t('consent.choices')}
      </button>
    </form>
  );
}
