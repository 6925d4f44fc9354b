import type { TopCommandEntry } from '../command-entry.ts';

export const proxyEntry: TopCommandEntry = {
  name: 'proxy',
  group: 'debug',
  summary: 'Run a proxy to the API server',
  load: async () => (await import('./proxy.ts')).proxy,
};
