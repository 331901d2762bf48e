import { readFileSync } from 'node:fs';
import { type ComponentProps, createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Catalog, words } from '../i18n/words';
import { plainCodeAfter } from '../rules/plain-code';
import { PageContext, type PageContextValue } from '../state/page-context';
import { CodeBoxes } from './CodeBoxes';

const read = (area: string) =>
  JSON.parse(readFileSync(new URL(`../i18n/en/${area}.json`, import.meta.url), 'utf8')) as Partial<Catalog>;
const t = words({ ...read('account'), ...read('problems') });
const context = { t, rules: { codeAfter: plainCodeAfter } } as unknown as PageContextValue;

type Props = ComponentProps<typeof CodeBoxes>;
type Input = ReactElement<ComponentProps<'input'>>;

/** The first element of a type in a tree of elements. */
function found(tree: ReactNode, type: string): Input | undefined {
  if (Array.isArray(tree)) return tree.map((one) => found(one, type)).find(Boolean);
  if (!isValidElement<{ children?: ReactNode }>(tree)) return undefined;
  return tree.type === type ? (tree as Input) : found(tree.props.children, type);
}

/** The boxes as the server renders them, the field over them, and the values they report. */
function draw(given: Partial<Props> = {}) {
  const codes: string[] = [];
  const props: Props = { code: '', busy: false, problem: undefined, onCode: (code) => codes.push(code), ...given };
  let tree: ReactNode;
  const Probe = () => {
    tree = CodeBoxes(props);
    return tree;
  };
  const html = renderToStaticMarkup(createElement(PageContext, { value: context }, createElement(Probe)));
  const input = found(tree, 'input')?.props;
  if (!input) throw new Error('no field');
  const type = (value: string) => input.onChange?.({ currentTarget: { value } } as never);
  const paste = (text: string) => {
    let stayed = false;
    const event = { preventDefault: () => (stayed = true), clipboardData: { getData: () => text } };
    input.onPaste?.(event as never);
    return stayed;
  };
  return { html, input, codes, type, paste };
}

/** The content of each box. */
const boxes = (html: string) =>
  [...html.matchAll(/<span[^>]*aria-hidden="true">(.?)<\/span>/g)].map(([, digit]) => digit);

describe('the boxes of a code', () => {
  it('are four for the eye and one field for everything else', () => {
    const { html, input } = draw({ code: '12' });
    expect(boxes(html)).toEqual(['1', '2', '', '']);
    expect(html.match(/<input/g)).toHaveLength(1);
    expect(input).toMatchObject({ inputMode: 'numeric', autoComplete: 'one-time-code', value: '12', readOnly: false });
    expect(html).toMatch(new RegExp(`<label [^>]*for="${input.id}">${t('login.code')}</label>`));
    expect(html).toContain(`id="${input['aria-describedby']}"`);
    expect(html).toContain(t('login.code.hint'));
  });

  it('hand on what is typed, one digit or a whole autofilled code, and nothing but digits', () => {
    const { codes, type } = draw({ code: '12' });
    type('123');
    type('12x');
    type('5678');
    type('1');
    expect(codes).toEqual(['123', '12', '5678', '1']);
  });

  it('take a pasted code out of its sentence, in digits of any script, instead of what stood there', () => {
    const { codes, paste } = draw({ code: '9' });
    expect(paste('Your code: 1234.')).toBe(true);
    paste('رمزك هو ٥٦٧٨');
    paste('12');
    paste('nothing');
    expect(codes).toEqual(['1234', '5678', '912', '9']);
  });

  it('tell a refusal at once and beside the field, and wait while it is checked', () => {
    const refused = draw({ problem: 'otp_invalid' });
    expect(refused.input['aria-invalid']).toBe(true);
    expect(refused.html).toMatch(new RegExp(`id="${refused.input['aria-describedby']}" role="alert"`));
    expect(refused.html).toContain(t('problem.otp_invalid'));
    const busy = draw({ code: '1234', busy: true });
    expect(busy.input).toMatchObject({ readOnly: true, value: '1234' });
    expect(busy.input['aria-invalid']).toBeUndefined();
    expect(busy.html).toContain(t('login.checking'));
    expect(busy.html).not.toContain('role="alert"');
  });

  it('say which of two codes is meant', () => {
    expect(draw({ label: 'Code sent to amal@example.com' }).html).toContain('>Code sent to amal@example.com</label>');
  });
});
