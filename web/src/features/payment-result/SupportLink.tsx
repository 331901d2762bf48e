import { useShop } from '../../state/shop';

/** The support address, as a letter whose subject names the order where there is one. */
export function SupportLink({ order }: { order?: string | undefined }) {
  const { page, t } = useShop();
  const support = page.brand.support_email;
  const subject = order ? `?subject=${encodeURIComponent(t('result.support.subject', { order }))}` : '';
  return (
    <a href={`mailto:${support}${subject}`} dir="ltr">
      {support}
    </a>
  );
}
