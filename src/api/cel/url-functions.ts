import { ListValue, MapValue } from './collections.ts';
import type { Method } from './method.ts';
import type { CelValue, Url } from './values.ts';

const part =
  (of: (url: Url) => CelValue): Method =>
  (url: Url, _, budget) => {
    budget.take(1);
    budget.work(url.text.length / 8);
    return of(url);
  };

export const urlMethods: Readonly<Record<string, Method>> = {
  getScheme: part(({ url }) => url.protocol.slice(0, -1)),
  getHost: part(({ url }) => url.host),
  getHostname: part(({ url }) => url.hostname.replace(/^\[(.*)\]$/, '$1')),
  getPort: part(({ url }) => url.port),
  getEscapedPath: part(({ url, text }) => (url.pathname === '/' && !text.endsWith('/') ? '' : url.pathname)),
  getQuery: (given: Url, _, budget) => {
    budget.take(1);
    budget.work(given.text.length);
    const query = new Map<string, string[]>();
    for (const [key, value] of given.url.searchParams) {
      const known = query.get(key);
      if (known === undefined) query.set(key, [value]);
      else known.push(value);
    }
    return new MapValue([...query].map(([key, values]) => [key, ListValue.of(values)]));
  },
};
