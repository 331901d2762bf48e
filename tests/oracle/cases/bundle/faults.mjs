// Lists of bundles that no shop may sell.
import { bundle, refill } from './build.mjs';

const good = refill('1 GB', 1024, 7, 450, 410);
const fair = bundle(34, 'ES', { en: 'Spain' }, good);
const unlimited = { ...refill('Endless', 1024, 7, 1990), unlimited: true };
const faults = [
  ['nothing wrong', [fair], []],
  ['no bundles, nothing wrong', [], []],
  ['no plans, nothing wrong', [bundle(1, 'OM', { en: 'Oman' })], []],
  ['the same data and days in two bundles', [fair, bundle(35, 'PT', { en: 'Portugal' }, good)], []],
  [
    'the same data for other days, the same days for other data',
    [bundle(34, 'ES', { en: 'Spain' }, good, refill('a', 1024, 8, 1), refill('b', 1025, 7, 1))],
    [],
  ],
  [
    'two plans that share data and days',
    [bundle(34, 'ES', { en: 'Spain' }, good, refill('Other', 1024, 7, 999))],
    ['bundle 34: "Other" has the 1024 MB and 7 days of another plan of this bundle'],
  ],
  [
    'an unlimited plan counts its daily megabytes',
    [bundle(34, 'ES', { en: 'Spain' }, good, unlimited)],
    ['bundle 34: "Endless" has the 1024 MB and 7 days of another plan of this bundle'],
  ],
  [
    'the number twice',
    [fair, { ...fair, code: 'PT' }],
    ['bundle 34: the number must be 1 or more and stand only once'],
  ],
  ['no number', [{ ...fair, id: 0 }], ['bundle 0: the number must be 1 or more and stand only once']],
  ...['E', 'es', 'E S', 'ÉS', 'ABCDEFGHIJKLMNOPQ'].map((code) => [
    `the code ${code}`,
    [{ ...fair, code }],
    [`bundle 34: the code "${code}" must be 2 to 16 capital letters, digits and hyphens and stand only once`],
  ]),
  [
    'the code twice',
    [fair, { ...fair, id: 35 }],
    ['bundle 35: the code "ES" must be 2 to 16 capital letters, digits and hyphens and stand only once'],
  ],
  [
    'no English name',
    [{ ...fair, names: { nl: 'Spanje' } }],
    ['bundle 34 needs a name in English, and no empty name in any language'],
  ],
  [
    'an empty Arabic name',
    [{ ...fair, names: { en: 'Spain', ar: '\u00a0' } }],
    ['bundle 34 needs a name in English, and no empty name in any language'],
  ],
  [
    'no title',
    [{ ...fair, refills: [good, { ...good, amount_mb: 1, title: ' ' }] }],
    ['bundle 34: plan 2 needs a title'],
  ],
  ['no data', [{ ...fair, refills: [{ ...good, amount_mb: 0 }] }], ['bundle 34: "1 GB" needs 1 MB and 1 day or more']],
  [
    'no days',
    [{ ...fair, refills: [{ ...good, amount_days: 0 }] }],
    ['bundle 34: "1 GB" needs 1 MB and 1 day or more'],
  ],
  [
    'no price, a price too high',
    [{ ...fair, refills: [{ ...good, price_usd: 0, price_eur: 100000000 }] }],
    [
      'bundle 34: "1 GB": USD 0 must be positive and at most 99999999 cents',
      'bundle 34: "1 GB": EUR 100000000 must be positive and at most 99999999 cents',
    ],
  ],
  ['a network without a name', [{ ...fair, coverage: ['Movistar', ' '] }], ['bundle 34: a network needs a name']],
  [
    'networks, a package of 64, a cost of all that is paid',
    [
      {
        ...fair,
        coverage: ['Movistar', 'Vodafone'],
        refills: [{ ...good, package: 'aZ09-_'.repeat(11).slice(0, 64), cost: 45000 }],
      },
    ],
    [],
  ],
  ...['', 'a'.repeat(65), 'ES 1', 'ES/1', 'É', '١'].map((code) => [
    `the package ${JSON.stringify(code)}`,
    [{ ...fair, refills: [{ ...good, package: code }] }],
    ['bundle 34: "1 GB" needs the supplier\'s package: 1 to 64 letters, digits, "-" and "_"'],
  ]),
  ...[0, -1, 45001, Number.MAX_SAFE_INTEGER].map((cost) => [
    `a cost of ${cost}`,
    [{ ...fair, refills: [{ ...good, cost }] }],
    [`bundle 34: "1 GB": the supplier asks ${cost} ten-thousandths of a dollar for what is sold for 450 US cents`],
  ]),
  ['the largest price', [{ ...fair, refills: [{ ...good, price_usd: 99999999, price_eur: 1 }] }], []],
].map(([name, list, expect]) => [`faults: ${name}`, 'bundle_faults', [list], expect]);

export const byHand = faults;
