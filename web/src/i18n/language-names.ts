import type { Language } from '../rules/wire';

/** What speakers call their language, which needs no translation. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
  ar: 'العربية',
};
