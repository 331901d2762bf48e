// A price as people read it, in the four languages in which the shop and the locale data of browsers write the same.

const inputs = ['en', 'nl', 'de', 'fr'].flatMap((language) =>
  ['USD', 'EUR', 'AED'].flatMap((currency) =>
    [999, 3999, 15000, 118_950].map((minor) => ({ minor, currency, language })),
  ),
);

const formats = new Map();

/** A format that is made once, as a page would keep it. */
function formatOf(language, currency) {
  const key = `${language} ${currency}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, { style: 'currency', currency }));
  return formats.get(key);
}

export const priceText = {
  name: 'Price text',
  notes: [
    'Arabic is left out: the shop holds a price together with an isolate, which Intl does not write.',
    'Intl gives what the locale data of that browser say; the rules give the same bytes everywhere.',
  ],
  inputs,
  contestants: (shipped) => ({
    rules: ({ minor, currency, language }) => shipped.price_text(minor, currency, language),
    'Intl, kept': ({ minor, currency, language }) => formatOf(language, currency).format(minor / 100),
    'Intl, made anew': ({ minor, currency, language }) =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(minor / 100),
  }),
};
