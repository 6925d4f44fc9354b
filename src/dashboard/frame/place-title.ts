import type { Route } from '../address/route.ts';

const pages: Readonly<Record<string, string>> = { '~server': 'Server', '~why': 'Why?' };

/** The text in the tab of the browser: `web, history · deployments.apps in shop · 10.0.0.1:6443`. */
export function placeTitle({ path, query }: Route, server: string): string {
  const [first = 'pods', namespace = '', name = ''] = path;
  const host = server.replace(/^https?:\/\//, '');
  const page = pages[first];
  if (page !== undefined) return [page, host].join(' · ');
  const { ns = '', tab = '' } = query;
  const place = name === '' ? ns : namespace.replace(/^-$/, '');
  const type = place === '' ? first : `${first} in ${place}`;
  const object = [name, name === '' ? '' : tab].filter(Boolean).join(', ');
  return [object, type, host].filter(Boolean).join(' · ');
}
