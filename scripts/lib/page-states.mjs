// The states of pages that no address alone shows: a person's way to each of them, played in a browser on a trial shop
// with its sandbox providers.
import { deal } from './page-states/deal.mjs';
import { esim } from './page-states/esim.mjs';
import { onboarding } from './page-states/onboarding.mjs';
import { panel } from './page-states/panel.mjs';
import { signIn } from './page-states/sign-in.mjs';
import { vpn } from './page-states/vpn.mjs';

/** Each state: its name, and the way to it. The one that changes the price list comes last. */
export const STATES = [...vpn, ...deal, ...onboarding, ...signIn, ...panel, ...esim];
