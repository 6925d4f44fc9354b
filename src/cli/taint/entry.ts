import type { TopCommandEntry } from '../command-entry.ts';

export const taintEntry: TopCommandEntry = {
  name: 'taint',
  group: 'cluster',
  summary: 'Update the taints on one or more nodes',
  load: async () => (await import('./taint.ts')).taint,
};
