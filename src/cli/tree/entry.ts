import type { TopCommandEntry } from '../command-entry.ts';

export const treeEntry: TopCommandEntry = {
  name: 'tree',
  group: 'debug',
  summary: 'Show owners and dependents of an object',
  load: async () => (await import('./tree.ts')).tree,
};
