import type { TopCommandEntry } from '../command-entry.ts';

export const getEntry: TopCommandEntry = {
  name: 'get',
  group: 'basic',
  summary: 'Display one or many resources',
  load: async () => (await import('./get.ts')).get,
};
