// The e-mail field: a text in, the code of its problem out, nothing when it is fine.
import * as v from 'valibot';
import { z } from 'zod';

const REQUIRED = 'email_required';
const INVALID = 'email_invalid';

const zodEmail = z
  .string()
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .pipe(z.email({ error: INVALID }));
const valibotEmail = v.pipe(v.string(), v.trim(), v.nonEmpty(REQUIRED), v.email(INVALID));

const good = [
  'amal@example.com',
  ' sara.kh+vpn@mail.example.org',
  'a_b-c@sub.domain.example.co',
  'JAN@EXAMPLE.NL',
  'maximilian.mustermann-schneider@post.example.de',
  'o.marchand@entreprise-exemple.fr',
  'n@ex.ample',
  'yusuf1987@example.ae',
  'first.last@example.co.uk ',
];
const bad = ['amal@example', 'a..b@example.com', '', 'amal example.com', '@example.com', 'sara@exa mple.com'];

export const email = {
  name: 'E-mail check',
  notes: [],
  goals: { valibot: { goal: 1 } },
  // One in four is refused.
  inputs: bad.flatMap((text, index) => [...good.slice((index % 3) * 3, (index % 3) * 3 + 3), text]),
  contestants: (shipped) => ({
    rules: (text) => shipped.check_email(text),
    zod: (text) => zodEmail.safeParse(text).error?.issues[0].message,
    valibot: (text) => v.safeParse(valibotEmail, text, { abortPipeEarly: true }).issues?.[0].message,
  }),
  differ: [
    { input: 'o/neil@example.com', takes: ['rules'], refuses: ['zod', 'valibot'] },
    { input: 'amal@xn--mgbh0fb.xn--4gbrim', takes: ['rules'], refuses: ['zod', 'valibot'] },
    { input: `${'a'.repeat(65)}@example.com`, takes: ['zod', 'valibot'], refuses: ['rules'] },
    { input: 'amal@example-.com', takes: ['zod'], refuses: ['rules', 'valibot'] },
  ],
};
