import { createStore } from 'zustand/vanilla';
import type { Theme } from '../rules/wire';

/** What a visitor chose about the look of every page. */
export interface Preferences {
  theme: Theme;
  chooseTheme: (theme: Theme) => void;
}

/** `keep` shows the choice at once and remembers it for the next page. */
export function createPreferences(theme: Theme, keep: (theme: Theme) => void) {
  return createStore<Preferences>()((set) => ({
    theme,
    chooseTheme: (chosen) => {
      set({ theme: chosen });
      keep(chosen);
    },
  }));
}
