// Names: folding, the search filter, the order of the list, the destinations in the footer.
import { bundle, LANGUAGES, refill } from './build.mjs';

const MAX = Number.MAX_SAFE_INTEGER;

const world = [
  bundle(1, 'AX', { en: 'Åland Islands', nl: 'Åland', de: 'Ålandinseln', fr: 'Îles Åland', ar: 'جزر آلاند' }),
  bundle(2, 'AT', { en: 'Austria', nl: 'Oostenrijk', de: 'Österreich', fr: 'Autriche', ar: 'النمسا' }),
  bundle(3, 'AE', {
    en: 'United Arab Emirates',
    nl: 'Verenigde Arabische Emiraten',
    de: 'Vereinigte Arabische Emirate',
    fr: 'Émirats arabes unis',
    ar: 'الإمارات العربية المتحدة',
  }),
  bundle(4, 'CI', {
    en: 'Côte d’Ivoire',
    nl: 'Ivoorkust',
    de: 'Elfenbeinküste',
    fr: 'Côte d’Ivoire',
    ar: 'ساحل العاج',
  }),
  bundle(5, 'DE', { en: 'Germany', nl: 'Duitsland', de: 'Deutschland', fr: 'Allemagne', ar: 'ألمانيا' }),
  bundle(6, 'ES', { en: 'Spain', nl: 'Spanje', de: 'Spanien', fr: 'Espagne', ar: 'إسبانيا' }),
  bundle(7, 'US', {
    en: 'United States',
    nl: 'Verenigde Staten',
    de: 'Vereinigte Staaten',
    fr: 'États-Unis',
    ar: 'الولايات المتحدة',
  }),
  bundle(8, 'TR', { en: 'Türkiye', nl: 'Turkije', de: 'Türkei', fr: 'Turquie', ar: 'تركيا' }),
  bundle(9, 'OM', { en: 'Oman', nl: 'Oman', de: 'Oman', fr: 'Oman', ar: 'عُمان' }),
  bundle(10, 'BY', { en: 'Belarus', nl: 'Belarus', de: 'Weißrussland', fr: 'Biélorussie', ar: 'بيلاروس' }),
  bundle(11, 'JO', { en: 'Jordan', nl: 'Jordanië', de: 'Jordanien', fr: 'Jordanie', ar: 'الأردن' }),
  bundle(12, 'EU-42', { en: 'Europe (42 countries)' }),
];

const foldings = [
  '',
  '   ',
  'Åland Islands',
  'A\u030aland',
  '  CÔTE   d\u2019Ivoire ',
  "cote d'ivoire",
  'côte dʼivoire',
  'Weißrußland',
  'WEISSRUSSLAND',
  'ẞ',
  'Réunion',
  'São Tomé & Príncipe',
  'Curaçao',
  'İstanbul',
  'ISTANBUL',
  'ıstanbul',
  'Việt Nam',
  'Łódź Østfold Þingvellir Đà Nẵng Œuvre Ærø',
  'Guinea-Bissau',
  'Guinea\u2011Bissau',
  'Europe (42 countries)',
  'U.S. Virgin Islands',
  'St. Kitts',
  'ﬁnland ＦＩＮＬＡＮＤ Finland',
  '½ ² Ⅳ №',
  'الإمارات العربية المتحدة',
  'الامارات العربيه المتحده',
  'ألمانيا',
  'آلاند',
  'إسبانيا',
  'ٱلْأُرْدُنّ',
  'عُمَان',
  'عـــمان',
  'سوريا سورية',
  'مصطفى مصطفي',
  'ایران ک',
  'مسؤول رئيس',
  'ﻋﻤﺎﻥ',
  '\u200fعمان\u200e',
  'o\u200bman',
  'o\u00adman',
  '\u202eoman\u202c',
  'OMAN\u0000',
  '🇩🇪 Deutschland',
  '日本 にほん',
  'Ελλάδα',
  'Россия',
  '!?&/()',
  '...',
].map((text) => [`folded ${JSON.stringify(text)}`, 'bundle_fold', text]);

const filters = [
  '',
  '  ',
  'austria',
  'AUSTRIA',
  'osterreich',
  'ÖSTERREICH',
  'at',
  'AE',
  'cote d\u2019ivoire',
  "cote d'i",
  'cotedivoire',
  'turkiye',
  'weiss',
  'WEIß',
  'الامارات',
  'الإمارات',
  'إمارات',
  'المتحده',
  'المانيا',
  'اسبانيا',
  'عمان',
  'الاردن',
  'الأُرْدُن',
  'united',
  'unis',
  'eu-42',
  'eu 42',
  '42',
  'nowhere',
  '.*',
  '\\',
  'oman\u0000',
  'o\u200bman',
  'ｏｍａｎ',
].map((query) => [`filter ${JSON.stringify(query)}`, 'bundle_filter', world, query]);
filters.push(['filter of nothing', 'bundle_filter', [], 'oman']);
/** The same list in the form that a page passes it. */
const texts = (list) => list.map(({ code, names }) => [code, ...Object.values(names)].join('\n'));
const finds = filters.map(([name, , list, query]) => [`${name}, of a page`, 'bundle_find', texts(list), query]);
filters.push(
  ...['Vienna', 'Oesterreich', 'wien', 'سلطنة عمان', 'Muscat', 'U.S.A.', 'Holland'].map((query) => [
    `filter what people call it, ${JSON.stringify(query)}`,
    'bundle_filter',
    world,
    query,
  ]),
);
const ranked = ['NC\nNouvelle Calédonie Nukuo', 'UA\nUkraine', 'AA\nThe UK and Isles', 'GB\nUnited Kingdom\nUK'];
finds.push(['find the whole name before words, before a beginning, before a piece', 'bundle_find', ranked, 'uk']);
finds.push(['find whole words before a beginning', 'bundle_find', ['AA\nUnitedly', 'BB\nThe United'], 'united']);
finds.push(['find equals in their order', 'bundle_find', ['AA\nXuk', 'BB\nYuk'], 'uk']);
finds.push(['find the best of several names', 'bundle_find', ['AA\nXuk', 'BB\nYuk\nUK'], 'uk']);
finds.push(['find across two names', 'bundle_find', ['AT\nAustria\nOman'], 'austria oman']);
finds.push(['find nothing in nothing', 'bundle_find', ['', 'OM'], '']);
finds.push(['find a last sigma as any other', 'bundle_find', ['GR\nΕλλάς'], 'ΕΛΛΑΣ']);

const day = (id, days, usd, eur) => bundle(id, `C${id}`, { en: `Bundle ${id}` }, refill('plan', 1024, days, usd, eur));
const priced = [
  bundle(1, 'C1', { en: 'Without plans' }),
  day(2, 7, 1000),
  day(3, 30, 4286),
  day(4, 7, 999),
  day(5, 14, 2000),
  day(6, 1, 1),
  day(7, 4294967295, MAX),
  day(8, 365, 9999, 1),
  bundle(9, 'C9', { en: 'Another without plans' }),
];

const sorts = [
  ...LANGUAGES.map((language) => [`by name, ${language}`, 'bundle_sorted', world, 'name', language, 'USD']),
  [
    'case and accents decide last',
    'bundle_sorted',
    ['Zaire', 'zaire', 'Zaïre', 'Zairea', 'zaïre', 'Zai re', 'Zai-re', 'Zair'].map((en, at) =>
      bundle(at + 1, `C${at}`, { en }),
    ),
    'name',
    'en',
    'USD',
  ],
  [
    'the same name twice: by number',
    'bundle_sorted',
    [bundle(3, 'C3', { en: 'Oman' }), bundle(2, 'C2', { en: 'Oman' }), bundle(1, 'C1', { en: 'Peru' })],
    'name',
    'en',
    'USD',
  ],
  [
    'Arabic stands before Latin, and English names fill the gaps',
    'bundle_sorted',
    [bundle(1, 'C1', { en: 'Albania' }), bundle(2, 'C2', { en: 'Yemen', ar: 'اليمن' })],
    'name',
    'ar',
    'USD',
  ],
  [
    'ta marbuta stands with teh, alef maksura with yeh',
    'bundle_sorted',
    ['غرة', 'غرت', 'غرث', 'غره', 'غرى', 'غري', 'غرو'].map((ar, at) => bundle(at + 1, `C${at}`, { en: 'x', ar })),
    'name',
    'ar',
    'USD',
  ],
  ['by price in dollars, as fractions', 'bundle_sorted', priced, 'price', 'en', 'USD'],
  ['by price in euros', 'bundle_sorted', priced, 'price', 'en', 'EUR'],
  ['by price in a currency without prices: by name', 'bundle_sorted', priced, 'price', 'en', 'AED'],
  ['nothing to sort', 'bundle_sorted', [], 'price', 'ar', 'USD'],
];

export const cases = [...foldings, ...filters, ...finds, ...sorts];

const listed = (...names) => names.map((en, at) => bundle(at + 1, `C${at + 1}`, { en }));
const popular = [
  ['the exact name', listed('East Germany', 'Germany', 'West Germany'), 'germany', 'en', 2],
  ['a partial name', listed('Spain', 'Federal Republic of Germany'), 'germany', 'en', 2],
  ['the first of several partial names', listed('East Germany', 'West Germany'), 'germany', 'en', 1],
  ['an exact name after a partial one', listed('Japan & Korea', 'Japan'), 'japan', 'en', 2],
  ['nothing', listed('Spain', 'Oman'), 'japan', 'en', null],
  ['nothing in nothing', [], 'usa', 'en', null],
  ['a piece of a word is no match', listed('Ukraine', 'Germanys'), 'uk', 'en', null],
  ['a piece of a word is no match, Germany', listed('Germanytown'), 'germany', 'en', null],
  ['UK by its long name', listed('Ukraine', 'United Kingdom'), 'uk', 'en', 2],
  ['UK by its short name', listed('Ukraine', 'UK'), 'uk', 'en', 2],
  ['UK inside a name', listed('Ukraine', 'Ireland + UK'), 'uk', 'en', 2],
  ['USA prefers United States', listed('USA', 'United States'), 'usa', 'en', 2],
  ['USA prefers USA to the first', listed('United States of America', 'USA'), 'usa', 'en', 2],
  ['USA takes the first otherwise', listed('Spain', 'United States of America'), 'usa', 'en', 2],
  ['USA exactly before United States in part', listed('United States Minor Outlying Islands', 'USA'), 'usa', 'en', 2],
  ['USA in part prefers United States', listed('USA 5G', 'Mainland United States'), 'usa', 'en', 2],
  ['USA in part', listed('Usambara', 'North USA'), 'usa', 'en', 2],
  ['case, accents and spaces do not matter', listed('  uNITED   stätes '), 'usa', 'en', 1],
  ['the localised name', [bundle(7, 'FR', { en: 'Gaul', ar: 'فرنسا' })], 'france', 'ar', 7],
  ['Arabic letter forms do not matter', [bundle(7, 'DE', { en: 'x', ar: 'المانيا' })], 'germany', 'ar', 7],
  ['an English name where the language has none', listed('Germany'), 'germany', 'ar', 1],
  ['another language does not count', [bundle(7, 'DE', { en: 'x', nl: 'Duitsland' })], 'germany', 'de', null],
  [
    'USA in Arabic, exactly before in part',
    [
      bundle(1, 'UM', { en: 'x', ar: 'جزر الولايات المتحدة النائية' }),
      bundle(2, 'US', { en: 'x', ar: 'الولايات المتحدة' }),
    ],
    'usa',
    'ar',
    2,
  ],
  ['USA in French, with its hyphen', [bundle(2, 'US', { en: 'x', fr: 'Etats Unis' })], 'usa', 'fr', 2],
  ['UK in German', [bundle(2, 'GB', { en: 'x', de: 'Vereinigtes Königreich' })], 'uk', 'de', 2],
  ...['usa', 'germany'].flatMap((destination) =>
    LANGUAGES.map((language) => [
      `${destination}, ${language}`,
      world,
      destination,
      language,
      destination === 'usa' ? 7 : 5,
    ]),
  ),
].map(([name, list, destination, language, expect]) => [
  `popular: ${name}`,
  'bundle_popular',
  [list, destination, language],
  expect,
]);

export const byHand = popular;
