import { Icon } from '../ui/Icon';
import type { Shape } from '../ui/shapes';
import styles from './Downloads.module.css';
import { SectionIntro } from './SectionIntro';

/** The content of the download section. */
export interface DownloadsContent {
  title: string;
  lead: string;
  links: readonly { id: string; shape: Shape; title: string; text: string; href: string }[];
  /** Links to further reading beside it. */
  more: readonly { href: string; label: string }[];
}

/** One large link per device. */
export function Downloads({ title, lead, links, more }: DownloadsContent) {
  return (
    <section className={`container ${styles.downloads}`} aria-label={title}>
      <SectionIntro title={title} lead={lead} />
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.id}>
            <a className={styles.link} href={link.href}>
              <Icon shape={link.shape} />
              <span className={styles.words}>
                <span className={styles.name}>{link.title}</span>
                <span className={styles.text}>{link.text}</span>
              </span>
              <Icon shape="download" />
            </a>
          </li>
        ))}
      </ul>
      <ul className={styles.more}>
        {more.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
