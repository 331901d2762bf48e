import type { ReactNode } from 'react';
import type { Key } from '../../i18n/words';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { Contents } from './Contents';
import type { LongText } from './documents';
import styles from './LongDocument.module.css';
import { Passage } from './Passage';
import { useSlots } from './slots';

interface LongDocumentProps {
  text: LongText;
  /** The drawing at the head of the text. */
  picture: ReactNode;
  /** The first action, if there is one. */
  action?: ReactNode;
}

/** A reference text: its date, links to the sections most readers want, contents, and a comfortable line length. */
export function LongDocument({ text, picture, action }: LongDocumentProps) {
  const { page, t } = usePageContext();
  const slots = useSlots();
  const { prefix, wanted, looks, notice } = text;
  const say = (key: string) => t(`${prefix}.${key}` as Key, { days: page.brand.claims.guarantee_days });
  const sections = text.sections.map((id) => ({ id, title: say(id) }));
  return (
    <>
      <div className={styles.head}>
        <div className={`container ${styles.masthead}`}>
          <div className={styles.words}>
            <h1 className={styles.title}>{say('title')}</h1>
            <p className={styles.lead}>{say('lead')}</p>
            {action}
            <ul className={styles.wanted}>
              {wanted.map((section) => (
                <li key={section}>
                  <ButtonLink look="secondary" href={`#${section}`}>
                    {say(section)}
                  </ButtonLink>
                </li>
              ))}
            </ul>
            <p className={styles.date}>{t('doc.updated', { date: say('date') })}</p>
          </div>
          <div className={styles.picture}>{picture}</div>
        </div>
      </div>
      <div className={styles.paper}>
        <div className={`container ${styles.body}`}>
          <Contents sections={sections} />
          <article className={styles.text}>
            {sections.map(({ id, title }) => (
              <Passage
                key={id}
                at={`${prefix}.${id}`}
                id={id}
                title={title}
                look={looks?.[id]}
                isNotice={id === notice}
                slots={slots}
              />
            ))}
          </article>
        </div>
      </div>
    </>
  );
}
