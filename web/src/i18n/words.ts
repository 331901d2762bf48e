import { createElement, Fragment, type ReactNode } from 'react';
import type { Direction } from '../rules/wire';
import type access from './en/access.json';
import type account from './en/account.json';
import type ad from './en/ad.json';
import type common from './en/common.json';
import type dataShop from './en/data-shop.json';
import type deal from './en/deal.json';
import type esim from './en/esim.json';
import type esimAbout from './en/esim-about.json';
import type esimHome from './en/esim-home.json';
import type esimPrivacy from './en/esim-privacy.json';
import type esimResult from './en/esim-result.json';
import type esimTerms from './en/esim-terms.json';
import type landing from './en/landing.json';
import type onboarding from './en/onboarding.json';
import type privacy from './en/privacy.json';
import type problems from './en/problems.json';
import type support from './en/support.json';
import type terms from './en/terms.json';
import type threats from './en/threats.json';
import type trial from './en/trial.json';
import type vpn from './en/vpn.json';
import type whatsapp from './en/whatsapp.json';
import type withdrawal from './en/withdrawal.json';

/** Every key of the pages' texts. English defines them; a test checks the other languages against it. */
export type Key =
  | keyof typeof access
  | keyof typeof account
  | keyof typeof ad
  | keyof typeof common
  | keyof typeof deal
  | keyof typeof esim
  | keyof typeof landing
  | keyof typeof esimAbout
  | keyof typeof esimPrivacy
  | keyof typeof esimTerms
  | keyof typeof onboarding
  | keyof typeof esimHome
  | keyof typeof esimResult
  | keyof typeof dataShop
  | keyof typeof privacy
  | keyof typeof problems
  | keyof typeof support
  | keyof typeof terms
  | keyof typeof threats
  | keyof typeof trial
  | keyof typeof vpn
  | keyof typeof whatsapp
  | keyof typeof withdrawal;
/** The texts of one language, all catalogs together. */
export type Catalog = Record<Key, string>;
/** The values for a plain text's `{slot}`s. */
export type Slots = Record<string, string | number>;

/** Looks up texts. A missing key shows itself, so that the gap is visible and nothing breaks. */
export interface Words {
  (key: Key, slots?: Slots): string;
  /** The same with elements in the slots, for prices and links within a sentence. */
  nodes: (key: Key, slots: Record<string, ReactNode>) => ReactNode;
  /** Whether a key exists: for keys built from the server's data. */
  has: (key: string) => key is Key;
}

const SLOT = /\{(\w+)\}/;

/**
 * In a right-to-left sentence the final point of a name such as "Example B.V." moves to the other side, unless the name
 * is isolated.
 */
function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}

/** The texts of one catalog as a function, for a writing direction. */
export function words(catalog: Partial<Catalog>, direction: Direction = 'ltr'): Words {
  // Parsing a template is the expensive part, and the server needs the same ones on every page.
  const known = new Map<Key, string[]>();
  const pieces = (key: Key): string[] => {
    let found = known.get(key);
    if (!found) {
      found = (catalog[key] ?? key).split(SLOT);
      known.set(key, found);
    }
    return found;
  };
  const apart = direction === 'rtl' ? isolated : (value: string) => value;
  const filled = (name: string, slots: Slots): string => {
    const value = slots[name];
    return value === undefined ? `{${name}}` : apart(String(value));
  };
  const text = (key: Key, slots: Slots = {}): string =>
    pieces(key)
      .map((piece, index) => (index % 2 === 0 ? piece : filled(piece, slots)))
      .join('');
  const nodes = (key: Key, slots: Record<string, ReactNode>): ReactNode =>
    pieces(key).map((piece, index) =>
      createElement(Fragment, { key: `${index}${piece}` }, index % 2 === 0 ? piece : (slots[piece] ?? `{${piece}}`)),
    );
  const has = (key: string): key is Key => Object.hasOwn(catalog, key);
  return Object.assign(text, { nodes, has });
}

/** The text for a problem code; a code without a text on this page gets a general one. */
export function problemText(t: Words, code: string): string {
  const key = `problem.${code}`;
  return t(t.has(key) ? key : 'problem.something_wrong');
}
