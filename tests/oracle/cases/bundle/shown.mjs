// What the list and the detail screen say of a bundle besides its name: kind, flag, description, titles, days in a row.
import { bundle, refill } from './build.mjs';

const LRI = '\u2067';
const PDI = '\u2069';
const plain = refill('3 GB', 3072, 30, 899);
const unlimited = { ...refill('Unlimited, 1 GB a day at full speed', 1024, 5, 1499), unlimited: true };
const named = refill('Weekend', 1024, 2, 299);
const spain = bundle(34, 'ES', { en: 'Spain', nl: 'Spanje', de: 'Spanien', fr: 'Espagne', ar: 'إسبانيا' });
const sold = { ...spain, refills: [plain, unlimited, named] };
const days = [null, 5, null];

const languages = [
  [
    'en',
    'Spain: prepaid data for phones with eSIM. No contract, nothing renews.',
    ['3 GB', 'Unlimited, 1 GB a day at full speed', 'Weekend'],
  ],
  [
    'nl',
    'Spanje: prepaid data voor telefoons met eSIM. Geen abonnement, er wordt niets verlengd.',
    ['3 GB', 'Onbeperkt, 1 GB per dag op volle snelheid', 'Weekend'],
  ],
  [
    'de',
    'Spanien: Prepaid-Daten für Telefone mit eSIM. Kein Vertrag, nichts verlängert sich.',
    ['3 GB', 'Unbegrenzt, 1 GB pro Tag mit voller Geschwindigkeit', 'Weekend'],
  ],
  [
    'fr',
    'Espagne\u00a0: données prépayées pour téléphones avec eSIM. Sans abonnement, rien ne se renouvelle.',
    ['3 Go', 'Illimité, 1 Go par jour à pleine vitesse', 'Weekend'],
  ],
  [
    'ar',
    'إسبانيا: بيانات مسبقة الدفع للهواتف التي تدعم eSIM. بلا عقد ولا تجديد تلقائي.',
    [`${LRI}3 جيجابايت${PDI}`, `بلا حدود، ${LRI}1 جيجابايت${PDI} يوميًا بالسرعة الكاملة`, 'Weekend'],
  ],
].map(([language, description, titles]) => [
  `shown: everything, ${language}`,
  'bundle_shown',
  [sold, language],
  ['country', '🇪🇸', description, titles, days],
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
  [kind, flag, 'X: prepaid data for phones with eSIM. No contract, nothing renews.', [], []],
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
  [
    'country',
    '🇳🇱',
    'X: prepaid data voor telefoons met eSIM. Geen abonnement, er wordt niets verlengd.',
    [title],
    [null],
  ],
]);

export const byHand = [...languages, ...kinds, ...titles];
