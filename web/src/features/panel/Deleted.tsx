import { useEffect, useRef } from 'react';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import styles from './Panel.module.css';

/** What remains of the panel: the account is deleted, and a letter says so. */
export function Deleted({ email }: { email: string }) {
  const { page, t } = usePageContext();
  const title = useRef<HTMLHeadingElement>(null);

  // Everything else is gone: the focus moves to the outcome, which is announced.
  useEffect(() => title.current?.focus(), []);

  return (
    <div className={`container ${styles.panel}`}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {t('panel.deleted.title')}
      </h1>
      <p>{t.nodes('panel.deleted.text', { email: <bdi dir="ltr">{email}</bdi> })}</p>
      <div className={styles.actions}>
        <ButtonLink look="secondary" href={`${page.prefixes.vpn}/`}>
          {t('panel.deleted.home')}
        </ButtonLink>
      </div>
    </div>
  );
}
