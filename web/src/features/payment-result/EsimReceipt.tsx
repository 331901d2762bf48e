import type { VerifyResponse } from '../../rules/wire';
import { useShop } from '../../state/shop';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import { Fact, Facts } from './Facts';
import { Help } from './Help';
import { ResultCard } from './ResultCard';

/** A paid eSIM: what was bought, and that the QR code comes by e-mail. Every line is the server's. */
export function EsimReceipt({ receipt }: { receipt: VerifyResponse }) {
  const { page, t } = useShop();
  return (
    <ResultCard tone="good" mark="check" title={t('result.success')} announces>
      <p>{t('esim.paid.text')}</p>
      <Facts>
        <Fact term={t('result.order')} value={receipt.orderId} selectable />
        <Fact term={t('esim.bundle')} value={receipt.itemName} />
        <Fact term={t('result.amount')} value={receipt.amount_text} />
        <Fact term={t('result.email')} value={receipt.email} selectable />
      </Facts>
      <p>{t('esim.paid.spam')}</p>
      <div className={actions.actions}>
        <ButtonLink href={`${page.prefixes.esim}/esim/tutorial`}>{t('esim.paid.install')}</ButtonLink>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
          {t('result.home')}
        </ButtonLink>
      </div>
      <Help order={receipt.orderId} />
    </ResultCard>
  );
}
