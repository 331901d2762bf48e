import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropForm, keepForm, keptForm } from './kept-esim-form';

const answers = { plan: '1-1024-7', email: 'a@example.com', method: 'card', code: 'TRAVEL10' } as const;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

describe('the answers of an earlier attempt', () => {
  it('are found for the same plan until it is paid', () => {
    keepForm(answers);
    expect(keptForm('1-1024-7')).toEqual(answers);
    expect(keptForm('1-3072-15')).toBeUndefined();
    dropForm();
    expect(keptForm('1-1024-7')).toBeUndefined();
  });

  it.each(['{', 'null', '1', '{"plan":"1-1024-7"}', JSON.stringify({ ...answers, method: 'cash' })])(
    'are read with care: %s',
    (text) => {
      window.sessionStorage.setItem('checkoutAnswers', text);
      expect(keptForm('1-1024-7')).toBeUndefined();
    },
  );
});
