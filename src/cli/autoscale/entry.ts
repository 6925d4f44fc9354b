import type { TopCommandEntry } from '../command-entry.ts';

export const autoscaleEntry: TopCommandEntry = {
  name: 'autoscale',
  group: 'deploy',
  summary: 'Auto-scale a workload',
  load: async () => (await import('./autoscale.ts')).autoscale,
};
