import { TERMS } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { SignedSheet } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';
import { usePageContext } from '../state/page-context';
import { ButtonLink } from '../ui/Button';

/** `/terms`. */
export default function Terms() {
  const { page, t } = usePageContext();
  const withdraw = <ButtonLink href={`${page.prefixes.vpn}/withdrawal`}>{t('shell.withdrawal')}</ButtonLink>;
  return (
    <Shell>
      <LongDocument text={TERMS} picture={<SignedSheet />} action={withdraw} />
    </Shell>
  );
}
