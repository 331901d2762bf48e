import type { AccountReceipt, PriceLine } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Amount } from '../../ui/Price';
import styles from './Slip.module.css';

/** The receipt itself: the product, how its price was made, seller and buyer. */
export function Slip({ receipt }: { receipt: AccountReceipt }) {
  const { page, t } = usePageContext();
  const { brand } = page;
  const { code, email, has_invoices, lines, number, paid_on, paid_with, product, refunds = [] } = receipt;
  return (
    <article className={styles.slip}>
      <header className={styles.head}>
        <p className={styles.brand}>{brand.name}</p>
        <p className={styles.number}>
          {t('result.order')} <bdi>{number}</bdi>
        </p>
      </header>
      <h2 className={styles.product}>{product}</h2>
      <dl className={styles.lines}>
        {lines.map((line) => (
          <div key={line.kind} className={line.kind === 'due_now' ? styles.total : styles.line}>
            <dt>
              <Label line={line} code={code} />
            </dt>
            <dd>
              <Amount text={line.amount} />
            </dd>
          </div>
        ))}
        {refunds.map(({ amount, on }, at) => (
          // Two refunds may be equal, of one day; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={at} className={styles.line}>
            <dt>{t.nodes('receipt.refund', { date: <bdi>{on}</bdi> })}</dt>
            <dd>
              <Amount text={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.facts}>
        <div>
          <dt>{t('panel.paid_on')}</dt>
          <dd>{paid_on}</dd>
        </div>
        <div>
          <dt>{t('receipt.paid_with')}</dt>
          <dd>{t(`receipt.${paid_with}`)}</dd>
        </div>
        <div>
          <dt>{t('receipt.buyer')}</dt>
          <dd>
            <bdi>{email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('receipt.seller')}</dt>
          <dd>
            <bdi>{brand.legal_entity}</bdi>
            <br />
            <bdi>{brand.address}</bdi>
            <br />
            {t.nodes('shell.registration', { number: <bdi>{brand.registration}</bdi> })}
            <br />
            {t.nodes('shell.vat', { number: <bdi>{brand.vat}</bdi> })}
          </dd>
        </div>
      </dl>
      {has_invoices ? <p className={styles.note}>{t('receipt.invoices', { billing: t('panel.billing') })}</p> : null}
    </article>
  );
}

function Label({ line: { count = 0, kind, percent }, code }: { line: PriceLine; code: string | undefined }) {
  const { t } = usePageContext();
  switch (kind) {
    case 'code':
      return percent === undefined
        ? t.nodes('receipt.code', { code: <bdi>{code}</bdi> })
        : t.nodes('receipt.code.percent', { code: <bdi>{code}</bdi>, percent: <bdi>{percent}</bdi> });
    case 'charge_step':
      return t('receipt.rounded');
    case 'trial':
      return t('receipt.trial', { count });
    case 'extra_months':
      return t('receipt.extra_months', { count });
    case 'due_now':
      return t('result.amount');
    default:
      return t('receipt.price');
  }
}
