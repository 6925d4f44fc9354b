import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A window above the page, which Esc closes. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current!.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => target === element.current && onClose()}
    >
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
