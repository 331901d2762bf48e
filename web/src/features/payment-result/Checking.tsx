import { useShop } from '../../state/shop';
import { SupportLink } from './SupportLink';
import { Waiting } from './Waiting';

/** The first view of the failed page: the payment may have been made after all, so nothing is said of it. */
export function Checking() {
  const { t } = useShop();
  return (
    <Waiting
      title={t('failed.checking')}
      text={t('failed.checking.text')}
      noscript={t.nodes('failed.noscript', { support: <SupportLink /> })}
    />
  );
}
