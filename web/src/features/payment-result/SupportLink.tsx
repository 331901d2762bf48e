import { usePageContext } from '../../state/page-context';
import { MailLink } from '../../ui/MailLink';

/** The support address of the shop that the page belongs to, as a letter whose subject names the order where there is one. */
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
