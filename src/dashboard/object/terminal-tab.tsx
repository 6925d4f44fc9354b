import { useState } from 'preact/hooks';
import { useApp } from '../frame/app-context.ts';
import { lazy } from '../frame/lazy.tsx';
import { containersOf } from './containers.ts';
import type { TabProps } from './tab-props.ts';

/** The terminal is large, and loaded by those who open one. */
const Terminal = lazy(async () => (await import('./terminal-view.tsx')).TerminalView);
const usualCommand = 'sh';

/** Runs a command in a container. */
export function TerminalTab({ object, type }: TabProps) {
  const { session } = useApp();
  const names = containersOf(object)
    .filter(({ isInit }) => !isInit)
    .map(({ name }) => name);
  const [container, setContainer] = useState(names[0] ?? '');
  const [command, setCommand] = useState(usualCommand);
  const [round, setRound] = useState(1);
  const open = (event: Event): void => {
    event.preventDefault();
    setRound(round + 1);
  };
  return (
    <div class="terminal-tab">
      <form class="row" onSubmit={open}>
        <label>
          Container{' '}
          <select value={container} onChange={({ currentTarget }) => setContainer(currentTarget.value)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Command{' '}
          <input
            type="text"
            value={command}
            onInput={({ currentTarget }) => setCommand(currentTarget.value)}
          />
        </label>
        <button type="submit">Start again</button>
      </form>
      <Terminal
        key={`${container} ${round}`}
        api={session.words.api}
        type={type}
        object={object}
        container={container}
        command={command.split(/\s+/).filter(Boolean)}
      />
    </div>
  );
}
