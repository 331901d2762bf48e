// What the calls of bundle.json must answer. Letters and orders come from Node's own Unicode data (ICU), fractions from
// BigInt; the code under test uses neither.
import { readFileSync } from 'node:fs';
import { nearest } from './rational.mjs';

const fraction = (refill, currency) => {
  const price = { USD: refill.price_usd, EUR: refill.price_eur }[currency];
  return price > 0 && refill.amount_days > 0
    ? { refill, price: BigInt(price), days: BigInt(refill.amount_days) }
    : null;
};

/** Negative, zero or positive: a's price per day compared with b's. */
const compare = (a, b) => Number(a.price * b.days - b.price * a.days);

function lowest(bundle, currency) {
  const offers = bundle.refills.map((refill) => fraction(refill, currency)).filter(Boolean);
  return offers.reduce((best, offer) => (best && compare(best, offer) <= 0 ? best : offer), null);
}

export function bundle_lowest_per_day(bundle, currency) {
  const best = lowest(bundle, currency);
  return best && [best.refill.title, Number(nearest(best.price, best.days)), best.price % best.days === 0n];
}

const nameIn = (bundle, language) => bundle.names[language] ?? bundle.names.en ?? '';

export function bundle_sorted(bundles, order, language, currency) {
  const { compare: spoken } = new Intl.Collator(language);
  const key = (bundle) => lowest(bundle, currency);
  const byPrice = (a, b) => (a && b ? compare(a, b) : Number(!a) - Number(!b));
  const byName = (a, b) => spoken(nameIn(a, language), nameIn(b, language)) || a.id - b.id;
  const sorted = bundles.toSorted((a, b) => (order === 'price' && byPrice(key(a), key(b))) || byName(a, b));
  return sorted.map(({ id }) => id);
}

// Letters that Unicode does not decompose, and those that Arabic keyboards offer for each other.
const SPELLED = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ς: 'σ' };
const ARABIC = { '\u0671': '\u0627', '\u0649': '\u064a', '\u06cc': '\u064a', '\u0629': '\u0647', '\u06a9': '\u0643' };

export function bundle_fold(text) {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['‘’ʻʼ`.\u0640\p{Cf}]/gu, '')
    .replace(/./gu, (letter) => SPELLED[letter] ?? ARABIC[letter] ?? letter)
    .replace(/[^\p{Alphabetic}\p{N}]+/gu, ' ')
    .trim();
}

/** What people call a country: the table is data, and this reading of it is the oracle's own. */
const COMMON = new Map(
  readFileSync(new URL('../../core/src/bundle/common-names.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]{2};/u.test(line))
    .map((line) => line.split(';').map((part) => part.trim()))
    .map(([code, ...names]) => [code, names]),
);

const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

/** 0 for the whole text, 1 for whole words, 2 for the beginning of a word, 3 for a piece of one. */
function fit(text, wanted) {
  if (text === wanted || wanted === '') return 0;
  const [within, apart] = [` ${text} `, ` ${wanted}`];
  if (within.includes(`${apart} `)) return 1;
  if (within.includes(apart)) return 2;
  return text.includes(wanted) ? 3 : 4;
}

/** The places whose best text fits, best first. */
function best(lists, query) {
  const wanted = bundle_fold(query);
  const ranks = lists.map((texts) => Math.min(...texts.map((text) => fit(bundle_fold(text), wanted))));
  return [0, 1, 2, 3].flatMap((rank) => [...ranks.keys()].filter((place) => ranks[place] === rank));
}

export function bundle_filter(bundles, query) {
  const texts = ({ code, names }) => [
    code,
    ...Object.values(names),
    ...(names.de ? [names.de.replace(/[äöüÄÖÜ]/gu, (letter) => UMLAUTS[letter])] : []),
    ...(COMMON.get(code) ?? []),
  ];
  return best(bundles.map(texts), query).map((place) => bundles[place].id);
}

/** Places in a list of texts, each a code and names, a line each. */
export const bundle_find = (list, query) =>
  best(
    list.map((texts) => texts.split('\n')),
    query,
  );

export const bundle_percent_off = (price, discounted, currency, language) =>
  bundle_discount(price, discounted, currency, language)?.[1];

const decimal = (language, whole, tenth) => {
  const grouped = `${whole}`.replace(
    /\B(?=(?:\d{3})+$)/gu,
    { en: ',', ar: ',', nl: '.', de: '.', fr: '\u202f' }[language],
  );
  return tenth === undefined ? grouped : `${grouped}${language === 'en' || language === 'ar' ? '.' : ','}${tenth}`;
};

export function bundle_discount(price, discounted, currency, language) {
  if (price <= 0 || discounted < 0 || discounted > price || currency === undefined) return null;
  const tenths = nearest(BigInt(price - discounted) * 1000n, BigInt(price));
  return [Number(tenths), decimal(language, tenths / 10n, tenths % 10n), discounted];
}

/** Tenths of a gigabyte of `size` megabytes, if they say it exactly and are a multiple of `grain`. */
function tenths(megabytes, size, grain) {
  const [all, unit] = [BigInt(megabytes) * 10n, BigInt(size)];
  const exact = all % unit === 0n && (all / unit) % BigInt(grain) === 0n;
  return exact && megabytes >= 1000 ? all / unit : undefined;
}

const UNITS = { en: ['GB', 'MB'], nl: ['GB', 'MB'], de: ['GB', 'MB'], fr: ['Go', 'Mo'], ar: ['جيجابايت', 'ميجابايت'] };
const joined = (language, figure, noun) => {
  const text = `${figure}${language === 'fr' && /^[GM]o$/u.test(noun) ? '\u202f' : '\u00a0'}${noun}`;
  return language === 'ar' ? `\u2067${text}\u2069` : text;
};

export function bundle_data_text(megabytes, language) {
  const found =
    tenths(megabytes, 1024, 10) ??
    tenths(megabytes, 1000, 10) ??
    tenths(megabytes, 1024, 5) ??
    tenths(megabytes, 1000, 1);
  if (found === undefined) return joined(language, decimal(language, megabytes), UNITS[language][1]);
  const figure = decimal(language, found / 10n, found % 10n || undefined);
  return joined(language, figure, UNITS[language][0]);
}

const MEGABYTE = 1048576n;

/** Left, percent left, and the three texts of a supplier's count: what is left is rounded down, what is used up. */
export function bundle_data_left(totalBytes, usedBytes, language) {
  const [total, used] = [BigInt(totalBytes), BigInt(usedBytes)];
  if (total <= 0n || used < 0n) return null;
  const left = used > total ? 0n : total - used;
  const percent = 100n - ((total - left) * 100n) / total;
  const amount = (megabytes, gigabyteTenths) => {
    if (megabytes < 1024n) return bundle_data_text(Number(megabytes), language);
    const fraction = gigabyteTenths % 10n || undefined;
    return joined(language, decimal(language, gigabyteTenths / 10n, fraction), UNITS[language][0]);
  };
  const [gone, rest] = [(used + MEGABYTE - 1n) / MEGABYTE, left / MEGABYTE];
  return [
    Number(left),
    Number(percent),
    amount(rest, (rest * 10n) / 1024n),
    amount(gone, (gone * 10n + 1023n) / 1024n),
    bundle_data_text(Number(total / MEGABYTE), language),
  ];
}

const DAYS = {
  en: { one: 'day', other: 'days' },
  nl: { one: 'dag', other: 'dagen' },
  de: { one: 'Tag', other: 'Tage' },
  fr: { one: 'jour', many: 'jours', other: 'jours' },
  ar: { zero: 'يوم', few: 'أيام', many: 'يومًا', other: 'يوم' },
};

export function bundle_days_text(days, language) {
  const form = new Intl.PluralRules(language).select(days);
  if (language === 'ar' && form === 'one') return '\u2067يوم\u2069';
  if (language === 'ar' && form === 'two') return '\u2067يومان\u2069';
  return joined(language, decimal(language, days), DAYS[language][form]);
}

const CENT = 100n * 100n * 10000n;
const LARGEST = 99999999n;

/** Why rules cannot be applied; nothing when they can. */
function marginFault({ sizes, endings, eur_rate }) {
  const ends = sizes.map((size) => size.up_to_mb);
  const open = ends.indexOf(undefined);
  const ascend = ends.every((end, at) => at === 0 || end === undefined || ends[at - 1] < end);
  if (open === -1 || open !== ends.length - 1 || !ascend) return 'sizes must ascend, and only the last one has no end';
  if (sizes.some((size) => size.factor < 100)) return 'a factor must be 1 or more';
  if (endings.length === 0 || endings.some((ending) => ending > 99)) {
    return 'price endings are 0 to 99 cents, at least one';
  }
  return eur_rate === 0 ? 'the euro rate must be above zero' : undefined;
}

/** The first price from a fraction of cents on, counted up one by one within a dollar, that ends as prices do. */
function priceFrom(exact, endings) {
  let price = exact / CENT + (exact % CENT === 0n ? 0n : 1n);
  while (!endings.includes(Number(price % 100n))) price += 1n;
  return price <= LARGEST ? Number(price) : null;
}

export function bundle_margin_prices(rules, { units, megabytes }) {
  const fault = marginFault(rules) ?? (units <= 0 ? 'the cost must be above zero' : undefined);
  if (fault) return { error: fault };
  const { factor } = rules.sizes.find(({ up_to_mb }) => up_to_mb === undefined || megabytes <= up_to_mb);
  // In parts of a cent that hold the cost's hundredths, the factor's and the rate's ten-thousandths.
  const byFactor = BigInt(units) * BigInt(factor) * 10000n;
  const byMinimum = BigInt(units) * 100n * 10000n + BigInt(rules.minimum) * CENT;
  const exact = byFactor > byMinimum ? byFactor : byMinimum;
  const usd = priceFrom(exact, rules.endings);
  const eur = priceFrom((exact / 10000n) * BigInt(rules.eur_rate), rules.endings);
  return usd && eur ? { value: { usd, eur } } : { error: 'the price would be above 999999.99' };
}

export function bundle_margin_allow(rules, { usd, eur }, units) {
  const fault = marginFault(rules);
  if (fault) return { error: fault };
  const least = BigInt(units) * 100n * 10000n + BigInt(rules.minimum) * CENT;
  const enough = BigInt(usd) * CENT >= least && BigInt(eur) * CENT >= (least / 10000n) * BigInt(rules.eur_rate);
  return { value: enough };
}
