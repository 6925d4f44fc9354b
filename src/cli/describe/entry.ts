import type { TopCommandEntry } from '../command-entry.ts';

export const describeEntry: TopCommandEntry = {
  name: 'describe',
  group: 'debug',
  summary: 'Show details of a specific resource or group of resources',
  load: async () => (await import('./describe.ts')).describe,
};
