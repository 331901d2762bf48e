import { createStore, type StoreApi } from 'zustand/vanilla';

/** The kinds of the specification (section 4). */
export type ToastKind = 'blank' | 'error' | 'success' | 'loading' | 'custom';

/** How long each kind is shown, in milliseconds (section 9). */
export const DURATIONS: Record<ToastKind, number> = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
};

/** The most toasts at once (section 9). */
export const MOST_TOASTS = 20;

/** One short message. */
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

/** The messages of one page. */
export interface Toasts {
  shown: readonly Toast[];
  show: (kind: ToastKind, text: string) => number;
  dismiss: (id: number) => void;
}

/** `later` runs a task after a delay; tests pass a manual one. */
export function createToasts(later: (task: () => void, milliseconds: number) => void): StoreApi<Toasts> {
  let last = 0;
  return createStore<Toasts>()((set, get) => ({
    shown: [],
    show: (kind, text) => {
      last += 1;
      const id = last;
      // Drops the oldest: the newest is the answer to the latest action.
      set({ shown: [...get().shown, { id, kind, text }].slice(-MOST_TOASTS) });
      if (Number.isFinite(DURATIONS[kind])) later(() => get().dismiss(id), DURATIONS[kind]);
      return id;
    },
    dismiss: (id) => set({ shown: get().shown.filter((toast) => toast.id !== id) }),
  }));
}
