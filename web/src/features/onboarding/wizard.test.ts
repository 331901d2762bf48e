import { describe, expect, it, vi } from 'vitest';
import type { OnboardingPage } from '../../rules/wire';
import { createWizard, type Place, type WizardOutside } from './wizard';

const content: OnboardingPage = {
  devices: [{ code: 'ios', name: 'iOS' }],
  reasons: ['other', 'streaming'],
  credits: '$25.00',
  start: { step: 'device', answers: {} },
};

function made(changes: Partial<WizardOutside> = {}) {
  const outside = {
    check: vi.fn<WizardOutside['check']>(async () => undefined),
    join: vi.fn<WizardOutside['join']>(async () => ({ kind: 'ok', value: { status: 'ok', next: '/buy?email=a' } })),
    ownPath: (next: string) => next,
    keep: vi.fn<(place: Place) => void>(),
    add: vi.fn<(place: Place) => void>(),
    ...changes,
  };
  return { wizard: createWizard(content, outside), outside };
}

describe('the wizard', () => {
  it('goes from step to step and joins at the last', async () => {
    const { wizard, outside } = made();
    wizard.getState().answer({ device: 'ios' });
    expect(outside.keep).toHaveBeenLastCalledWith({
      step: 'device',
      answers: expect.objectContaining({ device: 'ios' }),
    });
    await wizard.getState().advance();
    expect(outside.add).toHaveBeenLastCalledWith(expect.objectContaining({ step: 'reasons' }));
    await wizard.getState().advance();
    expect(outside.join).not.toHaveBeenCalled();
    await wizard.getState().advance();
    expect(wizard.getState()).toMatchObject({ step: 'dashboard', next: '/buy?email=a', fresh: true, busy: false });
    expect(outside.keep).toHaveBeenLastCalledWith(expect.objectContaining({ step: 'dashboard', next: '/buy?email=a' }));
    expect(outside.add).toHaveBeenCalledTimes(2);
  });

  it('stays where the rule says no, and forgets it with the next answer', async () => {
    const { wizard } = made({ check: async () => 'device_required' });
    await wizard.getState().advance();
    expect(wizard.getState()).toMatchObject({ step: 'device', problem: 'device_required', busy: false });
    wizard.getState().answer({ device: 'ios' });
    expect(wizard.getState().problem).toBeUndefined();
  });

  it.each([
    [
      'the refusal of the server',
      { kind: 'problem', problem: { code: 'rate_limited', unsettled: true, body: {} } },
      'rate_limited',
    ],
    ['no answer', { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } }, 'process_failed'],
    ['an answer that is none', { kind: 'ok', value: { status: 'error', next: '' } }, 'unexpected_response'],
  ])('says in its own words: %s', async (_, answer, problem) => {
    const { wizard } = made({ join: async () => answer as never });
    wizard.setState({ step: 'email' });
    await wizard.getState().advance();
    expect(wizard.getState()).toMatchObject({ step: 'email', problem, busy: false });
  });

  it('sends once, however often the button is pressed', async () => {
    const { wizard, outside } = made();
    wizard.setState({ step: 'email' });
    await Promise.all([wizard.getState().advance(), wizard.getState().advance()]);
    expect(outside.join).toHaveBeenCalledTimes(1);
  });

  it('does not go on by itself when it was only brought back', () => {
    const { wizard } = made();
    const answers = { device: 'ios', reasons: ['other'], service: '', email: 'a@b.co' };
    wizard.getState().restore({ step: 'dashboard', answers, next: '/buy' });
    expect(wizard.getState()).toMatchObject({ step: 'dashboard', fresh: false, answers });
  });
});
