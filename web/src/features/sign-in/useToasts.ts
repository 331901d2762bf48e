import { useState } from 'react';
import { useStore } from 'zustand';
import { createToasts, type Toast, type Toasts } from '../../state/toasts';

/** The toasts of one page. */
export function useToasts(): { shown: readonly Toast[]; show: Toasts['show'] } {
  const [toasts] = useState(() => createToasts((task, milliseconds) => setTimeout(task, milliseconds)));
  const shown = useStore(toasts, (state) => state.shown);
  return { shown, show: toasts.getState().show };
}
