import { useMemo } from 'preact/hooks';
import { formatRoute, type Route } from '../address/route.ts';
import { typeName } from '../calls/session.ts';
import { useApp } from './app-context.ts';
import { navigationGroups } from './navigation-groups.ts';

interface NavigationProps {
  route: Route;
  /** On narrow screens: whether it is shown. */
  isOpen: boolean;
  onGo: () => void;
}

/** The list of all types and pages, at the side. */
export function Navigation({ route, isOpen, onGo }: NavigationProps) {
  const { types, session } = useApp();
  const groups = useMemo(() => navigationGroups(types, session.words.api), [types]);
  const [current = 'pods'] = route.path;
  const { ns = '' } = route.query;
  const link = (path: string, label: string, query: Record<string, string> = {}) => (
    <a
      key={path}
      href={formatRoute({ path: [path], query })}
      aria-current={path === current ? 'page' : undefined}
      onClick={onGo}
    >
      {label}
    </a>
  );
  return (
    <nav class={isOpen ? 'navigation open' : 'navigation'} aria-label="Types and pages">
      {link('~server', 'Server')}
      {link('~why', 'Why?')}
      {groups.map(({ title, types: own }) => (
        <details
          key={title}
          open={!['More', 'Custom'].includes(title) || own.some((type) => typeName(type) === current)}
        >
          <summary>{title}</summary>
          {own.map((type) =>
            link(
              typeName(type),
              labelOf(type.resource, title === 'More' || title === 'Custom' ? type.group : ''),
              type.namespaced ? { ns } : {},
            ),
          )}
        </details>
      ))}
    </nav>
  );
}

const labelOf = (resource: string, group: string): string =>
  group === '' ? resource : `${resource}.${group}`;
