import { useMemo, useState } from 'preact/hooks';
import type { Route } from './address/route.ts';
import { go, goBack, useRoute } from './address/use-route.ts';
import { typeName } from './calls/session.ts';
import { type AppContext, appContext, useApp } from './frame/app-context.ts';
import { KeyHelp } from './frame/key-help.tsx';
import { isTyping, useKeys } from './frame/keys.ts';
import { Navigation } from './frame/navigation.tsx';
import { Palette } from './frame/palette.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { usePlace } from './frame/use-place.ts';
import { useTypes } from './frame/use-types.ts';
import { ObjectView } from './object/object-view.tsx';
import { ServerView } from './server/server-view.tsx';
import { TableView } from './table/table-view.tsx';
import { WhyView } from './why/why-view.tsx';

/** The whole page. */
export function App({ session, types: initial }: AppContext) {
  const route = useRoute();
  const [dialog, setDialog] = useState<'' | 'palette' | 'keys'>('');
  const types = useTypes(initial, dialog === 'palette', route.path[0] ?? 'pods');
  const app = useMemo(() => ({ session, types }), [session, types]);
  usePlace(route, session.server);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useKeys({
    ':': () => setDialog('palette'),
    '?': () => setDialog('keys'),
    Escape: (event) => {
      if (isTyping(event)) return (event.target as HTMLElement).blur();
      const [type = '', namespace = ''] = route.path;
      // An edit is left by its buttons alone: a key must not lose it.
      if (route.path.length < 3 || route.query['edit']) return false;
      goBack({ path: [type], query: { ns: namespace.replace(/^-$/, '') } });
    },
  });
  const close = (): void => setDialog('');
  return (
    <appContext.Provider value={app}>
      <a class="skip" href="#main" onClick={(event) => focusMain(event)}>
        Skip to the content
      </a>
      <TopBar
        route={route}
        onPalette={() => setDialog('palette')}
        onKeys={() => setDialog('keys')}
        onMenu={() => setMenuOpen(!isMenuOpen)}
      />
      <div class="body">
        <Navigation route={route} isOpen={isMenuOpen} onGo={() => setMenuOpen(false)} />
        <main id="main" tabIndex={-1}>
          <View route={route} />
        </main>
      </div>
      {dialog === 'palette' && <Palette route={route} onClose={close} />}
      {dialog === 'keys' && <KeyHelp onClose={close} />}
    </appContext.Provider>
  );
}

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')!.focus();
}

function View({ route }: { route: Route }) {
  const { types } = useApp();
  const [first = 'pods', namespace, name] = route.path;
  if (first === '~server') return <ServerView />;
  if (first === '~why') return <WhyView route={route} />;
  const type = types.find((one) => typeName(one) === first);
  if (type === undefined) return <NoType name={first} />;
  if (namespace === undefined || name === undefined)
    return <TableView key={first} route={route} type={type} />;
  return (
    <ObjectView
      key={route.path.join('/')}
      route={route}
      type={type}
      namespace={namespace === '-' ? '' : namespace}
      name={name}
    />
  );
}

function NoType({ name }: { name: string }) {
  return (
    <section class="view">
      <h1>{name}</h1>
      <p>The server has no type of this name, or you may not see it.</p>
      <button type="button" onClick={() => go({ path: ['pods'], query: {} })}>
        Show pods
      </button>
    </section>
  );
}
