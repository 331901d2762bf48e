import { usePageContext } from '../../state/page-context';
import { SupportLink } from './SupportLink';
import { Waiting } from './Waiting';

/** The first view of the failed page: the payment may have succeeded after all, so the page claims nothing. */
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
