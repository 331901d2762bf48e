import type { Plugin } from 'vite';

/**
 * Leaves titles and descriptions of pages (`head.…`) out of the catalogs that browsers load: the server alone writes them
 * into documents, and every visitor would download those of all pages of an area.
 */
export function headTexts(): Plugin {
  return {
    name: 'head-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/i18n\/.+\.json$/ },
      handler: (text) => {
        const texts = Object.entries<string>(JSON.parse(text));
        return {
          code: JSON.stringify(Object.fromEntries(texts.filter(([key]) => !key.startsWith('head.')))),
          map: null,
        };
      },
    },
  };
}
