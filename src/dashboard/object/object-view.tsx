import { useState } from 'preact/hooks';
import { formatRoute, type Route, withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { type ResourceType, typeName } from '../calls/session.ts';
import { useKeys } from '../frame/keys.ts';
import { LiveState } from '../frame/live-state.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EventsTab } from './events-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LogsTab } from './logs-tab.tsx';
import { SummaryTab } from './summary-tab.tsx';
import type { TabProps } from './tab-props.ts';
import { TerminalTab } from './terminal-tab.tsx';
import { TreeTab } from './tree-tab.tsx';
import { useLiveObject } from './use-live-object.ts';
import { YamlTab } from './yaml-tab.tsx';

const tabs: readonly (readonly [name: string, title: string, podsOnly: boolean])[] = [
  ['', 'Summary', false],
  ['yaml', 'YAML', false],
  ['events', 'Events', false],
  ['tree', 'Owners and dependents', false],
  ['history', 'History', false],
  ['logs', 'Logs', true],
  ['terminal', 'Terminal', true],
];

/** One object from all sides. */
export function ObjectView({
  route,
  type,
  namespace,
  name,
}: {
  route: Route;
  type: ResourceType;
  namespace: string;
  name: string;
}) {
  const { object, isGone, state } = useLiveObject(type, namespace, name);
  const [isDeleting, setDeleting] = useState(false);
  const { tab = '' } = route.query;
  const isPod = typeName(type) === 'pods';
  const show = (next: string): void => go({ path: route.path, query: { tab: next } });
  useKeys({
    d: () => show(''),
    y: () => show('yaml'),
    e: () => go({ path: route.path, query: { tab: 'yaml', edit: '1' } }),
    h: () => show('history'),
    l: () => isPod && show('logs'),
    s: () => isPod && show('terminal'),
  });
  return (
    <section class="view object-view" aria-label={name}>
      <p class="crumbs">
        <a href={formatRoute({ path: [typeName(type)], query: { ns: namespace } })}>{type.resource}</a>
        {namespace !== '' && (
          <>
            {' '}
            in <a href={formatRoute({ path: ['namespaces', '-', namespace], query: {} })}>{namespace}</a>
          </>
        )}
      </p>
      <header class="tools">
        <h1>{name}</h1>
        <LiveState state={state} />
        <span class="stretch" />
        {object !== undefined && !isGone && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete …
          </button>
        )}
      </header>
      {isGone && (
        <p class="notice bad" role="status">
          {object === undefined
            ? 'There is no such object.'
            : 'This object was deleted. What is shown is its last state.'}
        </p>
      )}
      {object?.metadata.deletionTimestamp && !isGone && (
        <p class="notice waiting" role="status">
          It is being deleted
          {(object.metadata.finalizers ?? []).length > 0
            ? `, and waits for ${object.metadata.finalizers!.join(', ')}`
            : ''}
          .
        </p>
      )}
      <nav class="tabs" aria-label="Sides of the object">
        {tabs
          .filter(([, , podsOnly]) => isPod || !podsOnly)
          .map(([id, title]) => (
            <a
              key={id}
              href={formatRoute(withQuery({ path: route.path, query: {} }, { tab: id }))}
              aria-current={id === tab ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
      </nav>
      {object !== undefined && <Tab tab={tab} object={object} type={type} route={route} />}
      {object === undefined && !isGone && state.kind === 'loading' && <p>Loading …</p>}
      {isDeleting && object !== undefined && (
        <DeleteDialog type={type} object={object} onClose={() => setDeleting(false)} />
      )}
    </section>
  );
}

function Tab({ tab, ...props }: TabProps & { tab: string }) {
  switch (tab) {
    case 'yaml':
      return <YamlTab {...props} />;
    case 'events':
      return <EventsTab {...props} />;
    case 'tree':
      return <TreeTab {...props} />;
    case 'history':
      return <HistoryTab {...props} />;
    case 'logs':
      return <LogsTab {...props} />;
    case 'terminal':
      return <TerminalTab {...props} />;
    default:
      return <SummaryTab {...props} />;
  }
}
