import { usePageContext } from '../../state/page-context';
import { SupportLink } from './SupportLink';
import { Waiting } from './Waiting';

/** The first view of the failed page: the payment may have been made after all, so nothing is said of it. */
export function Checking() {
  const { t } = usePageContext();
  return (
    <Waiting
      title={t('failed.checking')}
      text={t('failed.checking.text')}
      noscript={t.nodes('failed.noscript', { support: <SupportLink /> })}
    />
  );
}
