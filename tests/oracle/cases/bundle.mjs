// Bundles: names in five languages and awkward spellings, prices per day that agree to the cent, both gigabyte sizes,
// and lists that no shop may sell.
import * as faults from './bundle/faults.mjs';
import * as figures from './bundle/figures.mjs';
import * as margins from './bundle/margins.mjs';
import * as names from './bundle/names.mjs';
import * as shown from './bundle/shown.mjs';

export const spec =
  'Specification 2, sections 2, 5 and 9: the filter matches name or code, the list sorts by name or price, popular ' +
  'destinations are found by name, percentages have one decimal, 10GB and 30 days when absent. Figures, letters and ' +
  'orders by tests/oracle/bundle.mjs, the rest by hand.';

export const cases = [...names.cases, ...figures.cases, ...margins.cases];
export const byHand = [...names.byHand, ...figures.byHand, ...faults.byHand, ...shown.byHand];
