import { useEffect, useState } from 'react';
import type { TutorialPage } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { Icon } from '../../ui/Icon';
import styles from './Devices.module.css';
import text from './DocumentText.module.css';

/** The devices of the guide, each unfolded on demand. Those for the visitor's own system are marked. */
export function Devices({ content }: { content: TutorialPage }) {
  const { rules, t } = usePageContext();
  const [suggested, setSuggested] = useState<readonly string[]>([]);

  useEffect(() => {
    void rules.deviceSystem(navigator.userAgent).then((system) => {
      setSuggested(content.suggestions.find(({ os }) => os === system)?.models ?? []);
    });
  }, [content, rules]);

  return (
    <section className={text.section}>
      <h2 className={text.name}>{t('tutorial.devices')}</h2>
      <p>{t('tutorial.devices.text')}</p>
      <ul className={styles.devices}>
        {content.devices.map(({ brand, model, os, instructions }) => (
          <li key={model}>
            <details className={styles.device}>
              <summary className={styles.summary}>
                <span className={styles.name}>
                  <span>
                    <bdi>{model}</bdi>
                  </span>
                  <span className={styles.maker}>
                    <bdi>
                      {brand} · {os}
                    </bdi>
                  </span>
                </span>
                {suggested.includes(model) ? <span className={styles.mark}>{t('tutorial.suggested')}</span> : null}
                <Icon shape="chevron" />
              </summary>
              <ol className={`${text.steps} ${styles.steps}`}>
                {instructions.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
