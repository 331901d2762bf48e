// What the list and the detail screen show of a bundle besides its name: kind, flag, description, titles, lengths in
// days.
import { bundle_days_text } from '../../bundle.mjs';
import { bundle, refill } from './build.mjs';

const LRI = '\u2067';
const PDI = '\u2069';
const plain = refill('3 GB', 3072, 30, 899);
const unlimited = { ...refill('Unlimited, 1 GB a day at full speed', 1024, 5, 1499), unlimited: true };
const named = refill('Weekend', 1024, 2, 299);
const spain = bundle(34, 'ES', { en: 'Spain', nl: 'Spanje', de: 'Spanien', fr: 'Espagne', ar: 'إسبانيا' });
const sold = { ...spain, refills: [plain, unlimited, named] };
const days = [null, 5, null];

/** A bundle's descriptions, in words that Node's plural rules choose. */
const SAID = {
  en: {
    what: (name) => `${name}: prepaid data for phones with eSIM`,
    countries: (count) => `in ${count}\u00a0${count === 1 ? 'country' : 'countries'}`,
    networks: (count) => `on ${count}\u00a0${count === 1 ? 'network' : 'networks'}`,
    valid: (least, most) => `Plans for ${least ? `${least} to ` : ''}${most}`,
    terms: 'No contract, nothing renews.',
  },
  nl: {
    what: (name) => `${name}: prepaid data voor telefoons met eSIM`,
    countries: (count) => `in ${count}\u00a0${count === 1 ? 'land' : 'landen'}`,
    networks: (count) => `op ${count}\u00a0${count === 1 ? 'netwerk' : 'netwerken'}`,
    valid: (least, most) => `Bundels voor ${least ? `${least} tot ` : ''}${most}`,
    terms: 'Geen abonnement, er wordt niets verlengd.',
  },
  de: {
    what: (name) => `${name}: Prepaid-Daten für Telefone mit eSIM`,
    countries: (count) => `in ${count}\u00a0${count === 1 ? 'Land' : 'Ländern'}`,
    networks: (count) => `in ${count}\u00a0${count === 1 ? 'Netz' : 'Netzen'}`,
    valid: (least, most) => `Pakete für ${least ? `${least} bis ` : ''}${most}`,
    terms: 'Kein Vertrag, nichts verlängert sich.',
  },
  fr: {
    what: (name) => `${name}\u00a0: données prépayées pour téléphones avec eSIM`,
    countries: (count) => `dans ${count}\u00a0pays`,
    networks: (count) => `sur ${count}\u00a0${count === 1 ? 'réseau' : 'réseaux'}`,
    valid: (least, most) => `Forfaits de ${least ? `${least} à ` : ''}${most}`,
    terms: 'Sans abonnement, rien ne se renouvelle.',
  },
  ar: {
    what: (name) => `${name}: بيانات مسبقة الدفع للهواتف التي تدعم eSIM`,
    countries: (count) => {
      const form = new Intl.PluralRules('ar').select(count);
      const words = { few: `${count}\u00a0بلدان`, many: `${count}\u00a0بلدًا`, other: `${count}\u00a0بلد` };
      return `في ${{ one: 'بلد واحد', two: 'بلدين' }[form] ?? words[form]}`;
    },
    networks: (count) => {
      const form = new Intl.PluralRules('ar').select(count);
      const words = { few: `${count}\u00a0شبكات`, many: `${count}\u00a0شبكة`, other: `${count}\u00a0شبكة` };
      return `على ${{ one: 'شبكة واحدة', two: 'شبكتين' }[form] ?? words[form]}`;
    },
    valid: (least, most) => `مدة الباقات: ${least ? `${least} – ` : ''}${most}`,
    terms: 'بلا عقد ولا تجديد تلقائي.',
  },
};

/** A bundle's sentence. `region` states in how many countries it works; a country's own name says that. */
function said(language, name, { region = false, coverage = [], lengths = [] } = {}) {
  const words = SAID[language];
  const countries = new Set(coverage.filter((one) => one.includes(': ')).map((one) => one.split(': ')[0])).size;
  const reach = [];
  if (region && countries > 0) reach.push(words.countries(countries));
  if (coverage.length > 0) reach.push(words.networks(coverage.length));
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const first = language === 'ar' ? bundle_days_text(least, language) : least;
  const valid = words.valid(least === most ? undefined : first, bundle_days_text(most, language));
  const where =
    reach.length > 0 ? (language === 'ar' ? '، ' : ', ') + reach.join(language === 'de' ? ' und ' : ' ') : '';
  return `${words.what(name)}${where}. ${lengths.length > 0 ? `${valid}. ` : ''}${words.terms}`;
}

const languages = [
  ['en', ['3 GB', 'Unlimited, 1 GB a day at full speed', 'Weekend']],
  ['nl', ['3 GB', 'Onbeperkt, 1 GB per dag op volle snelheid', 'Weekend']],
  ['de', ['3 GB', 'Unbegrenzt, 1 GB pro Tag mit voller Geschwindigkeit', 'Weekend']],
  ['fr', ['3 Go', 'Illimité, 1 Go par jour à pleine vitesse', 'Weekend']],
  ['ar', [`${LRI}3 جيجابايت${PDI}`, `بلا حدود، ${LRI}1 جيجابايت${PDI} يوميًا بالسرعة الكاملة`, 'Weekend']],
].map(([language, titles]) => [
  `shown: everything, ${language}`,
  'bundle_shown',
  [sold, language],
  ['country', '🇪🇸', said(language, spain.names[language], { lengths: [30, 5, 2] }), titles, days],
]);

const kinds = [
  ['NL', 'country', '🇳🇱'],
  ['XK', 'country', '🇽🇰'],
  ['EU', 'region', '🇪🇺'],
  ['EU-42', 'region', '🇪🇺'],
  ['EUR-1', 'region', '🌐'],
  ['AS-12', 'region', '🌐'],
  ['SGMYTH-3', 'region', '🌐'],
  ['E1', 'region', '🌐'],
  ['GL', 'global', '🌐'],
  ['GL-120', 'global', '🌐'],
  ['GLX', 'region', '🌐'],
].map(([code, kind, flag]) => [
  `shown: the code ${code}`,
  'bundle_shown',
  [bundle(1, code, { en: 'X' }), 'en'],
  [kind, flag, said('en', 'X'), [], []],
]);

const titles = [
  ['another case is a title of its own', refill('3 gb', 3072, 30, 899), '3 gb'],
  ['an odd amount', refill('2500 MB', 2500, 30, 899), '2500 MB'],
  ['half a gigabyte', refill('1.5 GB', 1536, 30, 899), '1,5 GB'],
  [
    'unlimited by name alone',
    refill('Unlimited, 1 GB a day at full speed', 1024, 5, 1),
    'Unlimited, 1 GB a day at full speed',
  ],
  ['a title that is not of its data', refill('5 GB', 3072, 30, 899), '5 GB'],
].map(([name, of, title]) => [
  `shown: ${name}`,
  'bundle_shown',
  [bundle(1, 'NL', { en: 'X' }, of), 'nl'],
  ['country', '🇳🇱', said('nl', 'X', { lengths: [of.amount_days] }), [title], [null]],
]);

const iberia = { en: 'Iberia', nl: 'Iberië', de: 'Iberien', fr: 'Ibérie', ar: 'إيبيريا' };
const world = { en: 'World', ar: 'العالم' };
const gigabyte = (lengths) => lengths.map((length) => refill('1 GB', 1024, length, 299));
const eleven = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'PT'].map((code) => `${code}: One`);

const reach = [
  ...Object.keys(SAID).map((language) => [
    `a region names its countries and networks, ${language}`,
    { code: 'EU-2', names: iberia, coverage: ['ES: Movistar', 'ES: Orange', 'PT: MEO'], lengths: [7, 30] },
    ['region', '🇪🇺', language, language === 'fr' ? '1 Go' : '1 GB'],
  ]),
  ['one network and one day', { code: 'NL', coverage: ['KPN'], lengths: [1] }, ['country', '🇳🇱', 'en', '1 GB']],
  [
    'one network of one country of a region',
    { code: 'AS-1', coverage: ['JP: KDDI'], lengths: [1] },
    ['region', '🌐', 'fr', '1 Go'],
  ],
  ['networks of a region that name no country', { code: 'AS-1', coverage: ['KDDI', 'NTT'] }, ['region', '🌐', 'de']],
  ['eleven countries, ar', { code: 'GL-11', names: world, coverage: eleven }, ['global', '🌐', 'ar']],
  [
    'one country with two networks, ar',
    { code: 'AS-1', names: world, coverage: ['JP: KDDI', 'JP: NTT'] },
    ['region', '🌐', 'ar'],
  ],
].map(([name, { code, names = { en: 'X' }, coverage, lengths = [] }, [kind, flag, language, title]]) => [
  `shown: ${name}`,
  'bundle_shown',
  [{ ...bundle(1, code, names, ...gigabyte(lengths)), coverage }, language],
  [
    kind,
    flag,
    said(language, names[language] ?? names.en, { region: kind !== 'country', coverage, lengths }),
    lengths.map(() => (language === 'ar' ? `${LRI}1 جيجابايت${PDI}` : title)),
    lengths.map(() => null),
  ],
]);

export const byHand = [...languages, ...kinds, ...reach, ...titles];
