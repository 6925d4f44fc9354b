import type { TopCommandEntry } from '../command-entry.ts';

export const scaleEntry: TopCommandEntry = {
  name: 'scale',
  group: 'deploy',
  summary: 'Set a new size for a workload',
  load: async () => (await import('./scale.ts')).scale,
};
