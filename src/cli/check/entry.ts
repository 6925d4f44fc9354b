import type { TopCommandEntry } from '../command-entry.ts';

export const checkEntry: TopCommandEntry = {
  name: 'check',
  group: 'cluster',
  summary: 'Check the health of the server and the cluster',
  load: async () => (await import('./check.ts')).check,
};
