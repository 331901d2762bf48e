import { useShop } from '../../state/shop';
import { MailLink } from '../../ui/MailLink';

/** The support address, as a letter whose subject names the order where there is one. */
export function SupportLink({ order }: { order?: string | undefined }) {
  const { page, t } = useShop();
  return (
    <MailLink to={page.brand.support_email} subject={order ? t('result.support.subject', { order }) : undefined} />
  );
}
