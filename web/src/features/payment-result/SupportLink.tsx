import { usePageContext } from '../../state/page-context';
import { MailLink } from '../../ui/MailLink';

/** A mail link to the support address of the page's shop; its subject names the order, if any. */
export function SupportLink({ order }: { order?: string | undefined }) {
  const { page, t } = usePageContext();
  const { esim_support_email: esim, support_email: vpn } = page.brand;
  return (
    <MailLink
      to={page.area === 'esim' ? esim : vpn}
      subject={order ? t('result.support.subject', { order }) : undefined}
    />
  );
}
