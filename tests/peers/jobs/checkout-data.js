// The six values of a chosen eSIM plan: an object in, the code of its problem out, nothing when it is complete.
import * as v from 'valibot';
import { z } from 'zod';

const MISSING = 'checkout_data_missing';
const INVALID = 'checkout_data_invalid';
const NUMBER = /^[1-9][0-9]{0,9}$/;
const MAX_COUNT = 2 ** 32 - 1;
const MAX_PRICE = Number.MAX_SAFE_INTEGER;

const zodText = z.string(MISSING).trim().min(1, MISSING);
const zodAmount = (most) => z.number(MISSING).int(INVALID).positive(INVALID).max(most, INVALID);
const zodData = z.object({
  bundle_id: z.string(MISSING).regex(NUMBER, MISSING),
  country_name: zodText,
  refill_title: zodText,
  amount_mb: zodAmount(MAX_COUNT),
  amount_days: zodAmount(MAX_COUNT),
  price_usd: zodAmount(MAX_PRICE),
});

const valibotText = v.pipe(v.string(MISSING), v.trim(), v.nonEmpty(MISSING));
const valibotAmount = (most) =>
  v.pipe(v.number(MISSING), v.integer(INVALID), v.minValue(1, INVALID), v.maxValue(most, INVALID));
const valibotData = v.object(
  {
    bundle_id: v.pipe(v.string(MISSING), v.regex(NUMBER, MISSING)),
    country_name: valibotText,
    refill_title: valibotText,
    amount_mb: valibotAmount(MAX_COUNT),
    amount_days: valibotAmount(MAX_COUNT),
    price_usd: valibotAmount(MAX_PRICE),
  },
  MISSING,
);

/** A missing value counts before a wrong one, whichever comes first. */
const worst = (issues) => issues && (issues.some(({ message }) => message === MISSING) ? MISSING : INVALID);

const spain = {
  bundle_id: '34',
  country_name: 'Spain',
  refill_title: '3 GB',
  amount_mb: 3072,
  amount_days: 30,
  price_usd: 899,
};
const { price_usd: _, ...unpriced } = spain;

export const checkoutData = {
  name: 'Checkout-data check',
  notes: [],
  inputs: [
    spain,
    { ...spain, bundle_id: '971', country_name: 'United Arab Emirates', refill_title: '20 GB - 30 days' },
    { ...spain, country_name: 'الإمارات العربية المتحدة' },
    { ...spain, price_usd: 0 },
    { ...spain, bundle_id: '4294967295', amount_mb: 1, amount_days: 1, price_usd: 1 },
    { ...spain, country_name: ' ' },
    { ...spain, amount_days: 1.5 },
    unpriced,
  ],
  contestants: (shipped) => ({
    rules: ({ bundle_id, country_name, refill_title, amount_mb, amount_days, price_usd }) =>
      shipped.check_checkout_data(bundle_id, country_name, refill_title, amount_mb, amount_days, price_usd),
    zod: (data) => worst(zodData.safeParse(data).error?.issues),
    valibot: (data) => worst(v.safeParse(valibotData, data).issues),
  }),
};
