import { useState } from 'react';
import { useStore } from 'zustand';
import { rememberChoice } from '../../browser/cookies';
import type { Theme } from '../../rules/wire';
import { usePageContext } from '../../state/page-context';
import { createPreferences } from '../../state/preferences';
import { Icon } from '../../ui/Icon';
import type { Shape } from '../../ui/shapes';
import styles from './ThemeChoice.module.css';

const THEMES: readonly [Theme, Shape][] = [
  ['system', 'monitor'],
  ['light', 'sun'],
  ['dark', 'moon'],
];

function keep(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  rememberChoice('theme', theme);
}

/** Light, dark, or the device's preference. */
export function ThemeChoice() {
  const { page, t } = usePageContext();
  const [preferences] = useState(() => createPreferences(page.theme, keep));
  const { theme, chooseTheme } = useStore(preferences);
  return (
    <fieldset>
      <legend className="visually-hidden">{t('shell.theme')}</legend>
      <div className={styles.choices}>
        {THEMES.map(([value, shape]) => (
          <label key={value} className={styles.choice}>
            <input
              className="visually-hidden"
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
            />
            <Icon shape={shape} />
            {t(`shell.theme.${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
