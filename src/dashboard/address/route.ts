/**
 * A place of the page, as the URL has it behind `#`: everything that is shown can be found again by it.
 *
 *     #/pods?ns=shop&q=web        the Pods of a namespace with "web" in a cell
 *     #/deployments.apps/shop/web?tab=history
 */
export interface Route {
  /** The parts of the path: a view or a type, then the namespace (`-` of what has none) and the name of an object. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Parameters that are empty are left out. */
export function formatRoute({ path, query }: Route): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  const text = `#/${path.map(encodeURIComponent).join('/')}`;
  return filled.length === 0 ? text : `${text}?${new URLSearchParams(filled)}`;
}

/** The same place with other parameters. */
export const withQuery = (route: Route, changes: Readonly<Record<string, string>>): Route => ({
  path: route.path,
  query: { ...route.query, ...changes },
});

/** The place of an object. */
export function objectRoute(type: string, namespace: string, name: string, tab = ''): Route {
  return { path: [type, namespace || '-', name], query: { tab } };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
