import { createStore } from 'zustand/vanilla';
import type { Theme } from '../rules/wire';

/** A visitor's choices about the look of all pages. */
export interface Preferences {
  theme: Theme;
  chooseTheme: (theme: Theme) => void;
}

/** `keep` applies the choice at once and stores it for the next page. */
export function createPreferences(theme: Theme, keep: (theme: Theme) => void) {
  return createStore<Preferences>()((set) => ({
    theme,
    chooseTheme: (chosen) => {
      set({ theme: chosen });
      keep(chosen);
    },
  }));
}
