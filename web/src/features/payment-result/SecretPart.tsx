import { useRef, useState } from 'react';
import { usePageContext } from '../../state/page-context';
import { Button } from '../../ui/Button';
import styles from './EsimDelivery.module.css';

/** A part of the code as phones ask for it, to copy or select. */
export function SecretPart({ name, value }: { name: string; value: string }) {
  const { t } = usePageContext();
  const text = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);

  const copy = () => {
    const select = () => text.current && window.getSelection()?.selectAllChildren(text.current);
    // Plain http has no clipboard API; then the text is selected for copying by hand.
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(value).then(() => setCopied(true), select);
  };

  return (
    <div className={styles.part}>
      <p className={styles.partName}>{name}</p>
      <code ref={text} className={styles.value} dir="ltr">
        {value}
      </code>
      <Button look="secondary" onClick={copy}>
        <span>
          {t(isCopied ? 'delivered.copied' : 'delivered.copy')}
          <span className="visually-hidden">: {name}</span>
        </span>
      </Button>
    </div>
  );
}
