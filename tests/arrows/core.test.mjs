// The check of core's imports must be able to fail: these tests plant a rule that names the wire, and the check finds
// it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf } from '../../scripts/lint/circles.mjs';
import { core, ontoWire } from '../../scripts/lint/core.mjs';

test('a planted rule that uses the wire is found, by whatever path it names it', () => {
  const planted = graphOf(
    new Map([
      ['checkout', 'use crate::wire::subscription::CheckoutLinkRequest;'],
      ['checkout::esim', 'fn read(request: super::super::wire::esim::EsimPaymentRequest) {}'],
      ['quote', 'use crate::{money::Money, wire::esim};'],
      ['money', ''],
      ['wire', 'pub mod esim;'],
      ['wire::subscription', 'use crate::checkout::Checkout; use super::esim;'],
      ['wire::esim', 'use crate::quote::Quote;'],
    ]),
  );
  assert.deepEqual(ontoWire(planted), [
    ['checkout', 'wire::subscription'],
    ['checkout::esim', 'wire::esim'],
    ['quote', 'wire::esim'],
  ]);
});

test('the rules of this tree are pure and know nothing of the wire', () => {
  assert.deepEqual(core(), []);
});
