// The import check must be able to fail: these tests plant a cycle and an upward use, and the check finds both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '../../scripts/lib/paths.mjs';
import { account, guarded, mounts } from '../../scripts/lint/account.mjs';
import { circles, coreFiles, graphOf, paths, serverFiles, upward } from '../../scripts/lint/circles.mjs';
import { arrow, web } from '../../scripts/lint/web.mjs';

const graph = (codes) => graphOf(new Map(Object.entries(codes)));

test('a use tree names every path in it', () => {
  assert.deepEqual(paths('crate::flows::{alarms::raise, order::{place, status as known}}'), [
    'crate::flows::alarms::raise',
    'crate::flows::order::place',
    'crate::flows::order::status',
  ]);
});

test('a planted circle is found, by whatever path a file is named', () => {
  const planted = graph({
    'flows::refund::run': 'use crate::flows::effects;',
    'flows::effects': 'fn follow() { super::delivery::esim_return::ask() }',
    'flows::delivery::esim_return': 'use crate::{app::App, flows::{alarms::raise,\n refund::run}};',
    'flows::alarms': 'use crate::app::App;',
  });
  assert.deepEqual(circles(planted), [
    ['flows::refund::run', 'flows::effects', 'flows::delivery::esim_return', 'flows::refund::run'],
  ]);
});

test('two circles are two, and what only leads into one is in none', () => {
  const planted = graph({
    a: 'use crate::b;',
    b: 'use crate::c;',
    c: 'use crate::b;',
    d: 'use super::e;',
    e: 'use super::d;',
  });
  assert.deepEqual(circles(planted), [
    ['b', 'c', 'b'],
    ['d', 'e', 'd'],
  ]);
});

test('a file and its own submodules are one purpose', () => {
  const planted = graph({ 'store::esims': 'use self::returned::note;', 'store::esims::returned': 'use super::Esim;' });
  assert.deepEqual(circles(planted), []);
});

test('a planted arrow between folders that runs up is found', () => {
  const planted = graph({
    'flows::order::place': 'use crate::flows::payment::attempt::Attempt;',
    'flows::payment::attempt': '',
    'flows::payment::settlement': 'use crate::flows::order::place;',
    'flows::elsewhere': 'use crate::flows::order::place;',
  });
  assert.deepEqual(upward(planted), [
    ['flows::payment::settlement', 'flows::order::place'],
    ['flows::elsewhere', 'flows::order::place'],
  ]);
});

test('core and server have none of either', () => {
  assert.deepEqual(coreFiles(), []);
  assert.deepEqual(serverFiles(), []);
});

test('a planted route of an account is found wherever its path stands, and the shop has none', () => {
  const planted = [
    'let routes = Router::new()',
    '    .route("/api/accounts-of-others", get(other))',
    '    .route(',
    '        "/api/account/orders/{number}/secret",',
    '        get(secret),',
    '    )',
    '    .nest("/api/account", unguarded)',
    '    .routes(routes!(deal::create_payment))',
    '    .routes(routes!(deal::check_payment_status, account::panel::view));',
  ];
  // A prefix that only begins alike is found too: it is one letter away from a hole.
  assert.deepEqual(mounts(planted, guarded()), [2, 3, 7, 9]);
  assert.equal(guarded().length, 18);
  assert.deepEqual(account(), []);
});

test('a planted import of the web that runs up, or from one feature to another, is found', () => {
  const found = (file, from, typeOnly = false) => {
    const told = arrow(at('web', 'src', ...file.split('/')), { from, line: 3, typeOnly });
    return told?.replace(/^.*?:3: /, '');
  };
  assert.equal(
    found('ui/Button.tsx', '../features/shell/Shell'),
    'ui must not import features (../features/shell/Shell)',
  );
  assert.equal(found('sections/Hero.tsx', '../rules/client'), 'sections must not import rules (../rules/client)');
  assert.equal(found('features/trial/Trial.tsx', '../deal/Deal'), 'feature trial must not import feature deal');
  assert.match(found('state/checkout.ts', '../rules/generated/onefare_wasm.js'), /^only web\/src\/rules may import/);
  assert.equal(found('sections/Hero.tsx', '../rules/wire', true), undefined, 'types are no arrow');
  assert.equal(found('pages/buy.tsx', '../features/plan-picker/PlanPicker'), undefined);
  assert.deepEqual(web(), []);
});
