import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called to close it: by Escape, by a click outside or by a button inside. */
  onClose: () => void;
  children: ReactNode;
}

/** The native modal dialog: it makes the page inert, handles Escape and returns the focus. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);

  // The dialog element itself is only hit outside its content, which covers it completely.
  const clickedOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  // Escape closes it by `open`, as every other way does. Left to itself the browser closes it first and tells us in a task
  // of its own: a press on the opening button in between would be lost.
  const cancelled = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  // Told late as well: the dialog may have been opened again since.
  const closed = () => {
    if (!dialog.current?.open) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the element has it built in.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={cancelled}
      onClose={closed}
      onClick={clickedOutside}
    >
      <div className={styles.content}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {open ? children : null}
      </div>
    </dialog>
  );
}
