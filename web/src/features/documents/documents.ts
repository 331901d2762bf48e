/** How the points below a paragraph are shown: a list by default. */
export type Look = 'list' | 'steps' | 'form';

/** A long text of the shop: the prefix of its keys, its sections in reading order, and the ones most readers want. */
export interface LongText {
  prefix: string;
  sections: readonly string[];
  /** Up to three sections that the head of the page links to. */
  wanted: readonly string[];
  /** Sections whose points are not a plain list. */
  looks?: Readonly<Record<string, Look>>;
  /** The section to read first, which is set apart. */
  notice?: string;
}

/** `/terms`. */
export const TERMS: LongText = {
  prefix: 'terms',
  sections: [
    'who',
    'service',
    'order',
    'price',
    'renewal',
    'trial',
    'cancel',
    'refund',
    'withdrawal',
    'use',
    'quality',
    'end',
    'liability',
    'law',
    'changes',
  ],
  wanted: ['cancel', 'refund', 'withdrawal'],
  looks: { withdrawal: 'form' },
};

/** `/privacy-policy`. */
export const PRIVACY: LongText = {
  prefix: 'privacy',
  sections: ['short', 'who', 'not', 'keep', 'cookies', 'share', 'rights', 'safety', 'children', 'changes'],
  wanted: ['not', 'cookies', 'rights'],
};

/** `/support`. */
export const SUPPORT: LongText = {
  prefix: 'support',
  sections: ['contact', 'receipt', 'setup', 'servers', 'trouble', 'cancel', 'refund', 'payment', 'data'],
  wanted: ['setup', 'cancel', 'refund'],
  looks: { setup: 'steps', trouble: 'steps' },
};

/** `/app-landing-whatsapp`. */
export const WHATSAPP: LongText = {
  prefix: 'whatsapp',
  sections: ['law', 'before', 'iphone', 'android', 'windows', 'mac', 'trouble', 'money'],
  wanted: ['iphone', 'android', 'law'],
  looks: { iphone: 'steps', android: 'steps', windows: 'steps', mac: 'steps', trouble: 'steps' },
  notice: 'law',
};

/** `/esim/about`. */
export const ESIM_ABOUT: LongText = {
  prefix: 'esim_about',
  sections: ['what', 'why', 'company', 'contact'],
  wanted: ['why', 'contact'],
};

/** `/esim/privacy`. */
export const ESIM_PRIVACY: LongText = {
  prefix: 'esim_privacy',
  sections: ['who', 'collect', 'why', 'share', 'time', 'rights', 'request'],
  wanted: ['collect', 'rights', 'request'],
};

/** `/esim/terms`. */
export const ESIM_TERMS: LongText = {
  prefix: 'esim_terms',
  sections: ['who', 'age', 'product', 'price', 'refund', 'use', 'end', 'liability', 'law'],
  wanted: ['product', 'price', 'refund'],
};

/** The text without one of its sections, such as a list that a brand does not have. */
export function without(text: LongText, section: string): LongText {
  return { ...text, sections: text.sections.filter((id) => id !== section) };
}
