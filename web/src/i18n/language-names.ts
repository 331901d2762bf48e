import type { Language } from '../rules/wire';

/** Each language's own name for itself, which needs no translation. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
  ar: 'العربية',
};
