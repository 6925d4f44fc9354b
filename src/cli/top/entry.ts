import type { TopCommandEntry } from '../command-entry.ts';

export const topEntry: TopCommandEntry = {
  name: 'top',
  group: 'cluster',
  summary: 'Display resource (CPU/memory) usage',
  commands: [
    {
      name: 'nodes',
      aliases: ['node', 'no'],
      summary: 'Display resource (CPU/memory) usage of nodes',
      load: async () => (await import('./top.ts')).topNodes,
    },
    {
      name: 'pods',
      aliases: ['pod', 'po'],
      summary: 'Display resource (CPU/memory) usage of pods',
      load: async () => (await import('./top.ts')).topPods,
    },
  ],
};
