import { useState } from 'preact/hooks';
import { type Route, withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { json } from '../calls/calls.ts';
import { useApp } from './app-context.ts';
import { ThemeButton } from './theme-button.tsx';

interface TopBarProps {
  route: Route;
  onPalette: () => void;
  onKeys: () => void;
  onMenu: () => void;
}

/** The server, the namespace, and the way to all else. */
export function TopBar({ route, onPalette, onKeys, onMenu }: TopBarProps) {
  const { session } = useApp();
  return (
    <header class="top-bar">
      <button type="button" class="menu-button" aria-label="Types and pages" onClick={onMenu}>
        ☰
      </button>
      <span class="server" title={session.server}>
        {session.server.replace(/^https?:\/\//, '')}
      </span>
      <NamespaceField route={route} />
      <button type="button" class="go-to" onClick={onPalette}>
        Go to <kbd>:</kbd>
      </button>
      <span class="stretch" />
      <ThemeButton />
      <button type="button" aria-label="Keys" onClick={onKeys}>
        ?
      </button>
    </header>
  );
}

/** The namespace of tables; empty for all. Names are offered as far as the user may list them. */
function NamespaceField({ route }: { route: Route }) {
  const [names, setNames] = useState<readonly string[]>([]);
  const read = async (): Promise<void> => {
    const list = await json<{ items: { metadata: { name: string } }[] }>('cluster/api/v1/namespaces').catch(
      () => undefined,
    );
    setNames(list?.items.map(({ metadata }) => metadata.name) ?? []);
  };
  const isObject = route.path.length === 3;
  const shown = isObject ? (route.path[1] === '-' ? '' : route.path[1]!) : (route.query['ns'] ?? '');
  const choose = (namespace: string): void => {
    if (isObject) go({ path: [route.path[0]!], query: { ns: namespace } });
    else go(withQuery(route.path.length === 0 ? { path: ['pods'], query: {} } : route, { ns: namespace }));
  };
  return (
    <>
      <input
        class="namespace"
        list="namespaces"
        aria-label="Namespace"
        placeholder="all namespaces"
        value={shown}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          void read();
        }}
        onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
      />
      <datalist id="namespaces">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
