import { CallOverGulf } from '../features/documents/CallOverGulf';
import { WHATSAPP } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { Shell } from '../features/shell/Shell';
import { usePageContext } from '../state/page-context';
import { ButtonLink } from '../ui/Button';

/** `/app-landing-whatsapp`: the guide to calls with WhatsApp. */
export default function AppLandingWhatsapp() {
  const { page, t } = usePageContext();
  return (
    <Shell>
      <LongDocument
        text={WHATSAPP}
        picture={<CallOverGulf />}
        action={<ButtonLink href={`${page.prefixes.vpn}/buy?package=12`}>{t('whatsapp.action')}</ButtonLink>}
      />
    </Shell>
  );
}
