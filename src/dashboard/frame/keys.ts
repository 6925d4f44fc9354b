import { useEffect } from 'preact/hooks';

/** Actions by key: `d`, `ArrowDown`, `:`. An action that answers false lets the browser do what it does. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** Whether somebody types into a field: there a letter is a letter. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Whether a terminal or an editor has the key: all keys are its own. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('.xterm, .cm-editor') !== null;

/** Keys that act while a view is shown; those with Ctrl, Alt or Meta belong to the browser. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { ctrlKey, altKey, metaKey, key, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || altKey || metaKey || document.querySelector('dialog[open]') !== null)
        return;
      if (isTaken(event)) return;
      if (isTyping(event) && key !== 'Escape') return;
      const action = keys[key];
      if (action !== undefined && action(event) !== false) event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
}
