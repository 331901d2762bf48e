import { describe, expect, it } from 'vitest';
import type { Answer } from '../../api/call';
import type { EsimInstallation, GenerateEsimResponse } from '../../rules/wire';
import { stepOf } from './useEsim';

const installation = { smdp_address: 'rsp.example', matching_id: 'K7' } as EsimInstallation;
const ok = (value: unknown): Answer<GenerateEsimResponse> & { kind: 'ok' } => ({
  kind: 'ok',
  value: value as GenerateEsimResponse,
});
const problem = (unsettled: boolean) =>
  ({ kind: 'problem', problem: { code: 'something_wrong', unsettled } }) satisfies Answer<GenerateEsimResponse>;

describe('the eSIM of a paid order', () => {
  it('offers the installation only of an eSIM that came with it', () => {
    const made = { status: 'ok', generated_esim: 'LPA:1$rsp.example$K7', installation };
    expect(stepOf(ok(made), false)).toEqual({ phase: 'made', installation });
    expect(stepOf(ok({ ...made, installation: undefined }), false)).toEqual({
      phase: 'problem',
      code: 'activation_link_missing',
    });
  });

  it('is being made for as long as the server says so or does not answer', () => {
    const pending = ok({ status: 'pending', generated_esim: '' });
    expect(stepOf(pending, false)).toEqual({ phase: 'making', slow: false });
    expect(stepOf(pending, true)).toEqual({ phase: 'making', slow: true });
    expect(stepOf(problem(true), false)).toEqual({ phase: 'making', slow: true });
  });

  it('could not be made, or could not be asked for', () => {
    expect(stepOf(ok({ status: 'error', generated_esim: '' }), false)).toEqual({
      phase: 'problem',
      code: 'esim_generation_failed',
    });
    expect(stepOf(problem(false), false)).toEqual({ phase: 'problem', code: 'esim_data_failed' });
  });

  it.each([{}, { status: 1, generated_esim: 2 }, { generated_esim: 'LPA:1$rsp.example$K7' }])(
    'takes an answer of another shape for a failure: %j',
    (answer) => {
      expect(stepOf(ok(answer), false)).toEqual({ phase: 'problem', code: 'esim_generation_failed' });
    },
  );
});
