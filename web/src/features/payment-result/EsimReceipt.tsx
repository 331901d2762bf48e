import { useEffect } from 'react';
import type { EsimStatusResponse, SystemGuide } from '../../rules/wire';
import { dropForm } from '../../state/kept-esim-form';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import actions from './Actions.module.css';
import { EmailCorrection } from './EmailCorrection';
import { EsimDelivery } from './EsimDelivery';
import { Fact, Facts } from './Facts';
import { Help } from './Help';
import { ResultCard } from './ResultCard';
import { useCorrectedEmail, useCorrecting } from './useCorrecting';

interface EsimReceiptProps {
  known: EsimStatusResponse;
  guides: readonly SystemGuide[];
}

/** A paid eSIM: the purchase, and the eSIM itself once it is made. Every line comes from the server. */
export function EsimReceipt({ known, guides }: EsimReceiptProps) {
  const { page, t } = usePageContext();
  const correcting = useCorrecting(known.email);
  const email = useCorrectedEmail(correcting) ?? known.email;
  useEffect(dropForm, []);
  const shop = `${page.prefixes.esim}/esim`;
  return (
    <ResultCard tone="good" mark="check" title={t('result.success')} announces>
      <EsimDelivery order={known} guides={guides} />
      <Facts>
        <Fact term={t('result.order')} value={known.order_number} selectable />
        <Fact term={t('delivered.country')} value={known.country} />
        <Fact term={t('delivered.data')} value={known.data_text} />
        <Fact term={t('delivered.validity')} value={known.validity_text} />
        <Fact term={t('result.amount')} value={known.amount_text} />
        <Fact term={t('result.email')} value={email} selectable />
        <Fact term={t('delivered.status')} value={t('delivered.status.paid')} />
      </Facts>
      {known.email_correctable_until ? <EmailCorrection correcting={correcting} /> : null}
      <p>{t('esim.paid.spam')}</p>
      <p>
        <a href={`${page.prefixes.account}/panel`}>{t('esim.panel')}</a>
      </p>
      <div className={actions.actions}>
        <ButtonLink href={`${shop}/tutorial`}>{t('esim.paid.install')}</ButtonLink>
        <ButtonLink look="secondary" href={`${shop}/countries`}>
          {t('delivered.another')}
        </ButtonLink>
      </div>
      <Help order={known.order_number} />
    </ResultCard>
  );
}
