import { SUPPORT } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { Lighthouse } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';
import { useShop } from '../state/shop';
import { ButtonLink } from '../ui/Button';

/** `/support`. */
export default function Support() {
  const { page, t } = useShop();
  const action = (
    <>
      <ButtonLink href={`mailto:${page.brand.support_email}`}>{t('support.write')}</ButtonLink>
      <ButtonLink look="secondary" href={`${page.prefixes.vpn}/withdrawal`}>
        {t('shell.withdrawal')}
      </ButtonLink>
    </>
  );
  return (
    <Shell>
      <LongDocument text={SUPPORT} picture={<Lighthouse />} action={action} />
    </Shell>
  );
}
