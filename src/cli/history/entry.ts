import type { TopCommandEntry } from '../command-entry.ts';

export const historyEntry: TopCommandEntry = {
  name: 'history',
  group: 'debug',
  summary: 'Show recent changes of an object',
  load: async () => (await import('./history.ts')).history,
};
