import { SUPPORT, without } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { Lighthouse } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';
import { usePageContext } from '../state/page-context';
import { ButtonLink } from '../ui/Button';

/** `/support`. */
export default function Support() {
  const { page, t } = usePageContext();
  const action = (
    <>
      <ButtonLink href={`mailto:${page.brand.support_email}`}>{t('support.write')}</ButtonLink>
      <ButtonLink look="secondary" href={`${page.prefixes.vpn}/withdrawal`}>
        {t('shell.withdrawal')}
      </ButtonLink>
    </>
  );
  const hasServers = page.brand.claims.servers !== undefined;
  const text = hasServers ? SUPPORT : without(SUPPORT, 'servers');
  return (
    <Shell>
      <LongDocument text={text} picture={<Lighthouse />} action={action} />
    </Shell>
  );
}
