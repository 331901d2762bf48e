import type { ReactNode } from 'react';
import { usePageContext } from '../../state/page-context';
import { Sprite } from '../../ui/Icon';
import { ConsentBanner } from './ConsentBanner';
import { EsimFooter } from './EsimFooter';
import { EsimMenu } from './EsimMenu';
import { Footer } from './Footer';
import { Languages } from './Languages';
import { Logo } from './Logo';
import styles from './Shell.module.css';
import { SkipLink } from './SkipLink';

interface ShellProps {
  /** Controls of this page for the header. */
  tools?: ReactNode;
  /** Whether a buyer would lose their progress by following the logo. */
  asksBeforeLeaving?: boolean;
  children: ReactNode;
}

/** The frame of every page: the eSIM shop has a menu and a footer of its own. */
export function Shell({ tools, asksBeforeLeaving = false, children }: ShellProps) {
  const { page, shapes } = usePageContext();
  const isEsim = page.area === 'esim';
  return (
    <>
      <Sprite shapes={shapes} />
      <SkipLink />
      <header className={styles.header}>
        <div className={`container ${styles.bar}`}>
          <Logo asksBeforeLeaving={asksBeforeLeaving} />
          {isEsim ? <EsimMenu /> : null}
          <div className={styles.tools}>
            {tools}
            <Languages />
          </div>
        </div>
      </header>
      <ConsentBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {isEsim ? <EsimFooter /> : <Footer />}
    </>
  );
}
