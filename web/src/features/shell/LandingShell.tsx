import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePageContext } from '../../state/page-context';
import { Icon, Sprite } from '../../ui/Icon';
import { ConsentBanner } from './ConsentBanner';
import { Footer } from './Footer';
import styles from './LandingShell.module.css';
import { Languages } from './Languages';
import { Logo } from './Logo';
import { SkipLink } from './SkipLink';

interface LandingShellProps {
  links: readonly { href: string; label: string }[];
  /** The button of the header. */
  action: { href: string; label: string };
  /** The last link of the menu on small screens. */
  menuAction: { href: string; label: string };
  children: ReactNode;
}

/** The frame of a page that begins with a picture: the header lies on it until the visitor scrolls. */
export function LandingShell({ links, action, menuAction, children }: LandingShellProps) {
  const top = useRef<HTMLDivElement>(null);
  const [isSolid, setSolid] = useState(false);

  useEffect(() => {
    if (!top.current) return undefined;
    const watching = new IntersectionObserver(([seen]) => setSolid(seen !== undefined && !seen.isIntersecting));
    watching.observe(top.current);
    return () => watching.disconnect();
  }, []);

  const { shapes } = usePageContext();
  return (
    <>
      <Sprite shapes={shapes} />
      <SkipLink />
      {/* The first 50 pixels of the page: once they have scrolled away, the header becomes solid. */}
      <div ref={top} className={styles.top} />
      <header className={styles.header} data-solid={isSolid || undefined}>
        <div className={`container ${styles.bar}`}>
          <Logo asksBeforeLeaving={false} />
          <Links links={links} />
          <div className={styles.tools}>
            <Languages />
            <a className={styles.action} href={action.href}>
              {action.label}
            </a>
            <Menu links={[...links, menuAction]} />
          </div>
        </div>
      </header>
      <ConsentBanner isOnNight />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}

function Links({ links }: Pick<LandingShellProps, 'links'>) {
  const { t } = usePageContext();
  return (
    <nav className={styles.links} aria-label={t('shell.sections')}>
      {links.map(({ href, label }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** The same links on small screens. The native popover closes on Escape and returns the focus. */
function Menu({ links }: Pick<LandingShellProps, 'links'>) {
  const { t } = usePageContext();
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" className={styles.toggle} popoverTarget="menu">
        <Icon shape="menu" />
        <span className="visually-hidden">{t('shell.menu')}</span>
      </button>
      <nav ref={list} id="menu" popover="auto" className={styles.menu} aria-label={t('shell.menu')}>
        {links.map(({ href, label }) => (
          <a key={label} href={href} onClick={() => list.current?.hidePopover?.()}>
            {label}
          </a>
        ))}
      </nav>
    </>
  );
}
