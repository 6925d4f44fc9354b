import { useState } from 'preact/hooks';
import type { Route } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { useApp } from './app-context.ts';
import { Dialog } from './dialog.tsx';
import { type Choice, choicesFor } from './palette-choices.ts';

/** Goes to what is typed: a type, by any of its names, or a page. */
export function Palette({ route, onClose }: { route: Route; onClose: () => void }) {
  const { types } = useApp();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const choices = choicesFor(typed, types, route.query['ns'] ?? '');
  const choose = (choice: Choice | undefined): void => {
    onClose();
    if (choice !== undefined) go(choice.route);
  };
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown') setAt(Math.min(at + 1, choices.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Enter') choose(choices[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        class="palette-input"
        type="text"
        autofocus
        role="combobox"
        aria-label="Go to a type or page"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={choices.length > 0 ? `choice-${at}` : undefined}
        placeholder="pods, deploy shop, server …"
        value={typed}
        onKeyDown={pressed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
      />
      <ul id="choices" class="choices" role="listbox" aria-label="Places">
        {choices.map((choice, index) => (
          <li
            key={choice.label}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(choice)}
          >
            <span>{choice.label}</span> <small>{choice.note}</small>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p>The server has no such type.</p>}
    </Dialog>
  );
}
