import type { TopCommandEntry } from '../command-entry.ts';

export const waitEntry: TopCommandEntry = {
  name: 'wait',
  group: 'advanced',
  summary: 'Wait for a specific condition on one or many resources',
  load: async () => (await import('./wait.ts')).wait,
};
