// Percentages: two decimals at most, nothing above a hundred, nothing that only looks like a figure.
export const spec =
  'Percentages are whole basis points between 0 and 100 percent; badges show them rounded down. ' +
  'Expectations by tests/oracle/money.mjs.';

const texts = [
  '0',
  '100',
  '20',
  '12.5',
  '12.50',
  '33.33',
  '0.01',
  '99.99',
  '100.00',
  '00',
  '007',
  '000.00',
  '100.01',
  '101',
  '999',
  '1000',
  '0100',
  '',
  '.',
  '.5',
  '5.',
  '12.345',
  '5.123',
  '0.000',
  '0.0001',
  '12.',
  '1.2.3',
  '-1',
  '+1',
  '-0',
  ' 5',
  '5 ',
  '5%',
  '1e1',
  '0x1',
  'NaN',
  '12,5',
  '1_0',
  '\u0661\u0662',
  '５',
  '12.\u0665',
  '5\u0000',
  '5\n',
  '\u200b5',
  '½',
  '5.5.',
  '..',
].map((text) => [`parse ${JSON.stringify(text)}`, 'percent_parse', text]);

const points = [0, 1, 9, 10, 99, 100, 101, 110, 1250, 1205, 3333, 9990, 9999, 10000, 10001, 4294967295];
const printed = points.map((point) => [`text of ${point}`, 'percent_text', point]);
const badges = [0, 1, 99, 100, 199, 3999, 6699, 9999, 10000].map((p) => [`badge of ${p}`, 'percent_whole_down', p]);

export const cases = [...texts, ...printed, ...badges];
