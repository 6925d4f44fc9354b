import type { TopCommandEntry } from '../command-entry.ts';

export const exposeEntry: TopCommandEntry = {
  name: 'expose',
  group: 'basic',
  summary: 'Expose a workload, service or pod as a new service',
  load: async () => (await import('./expose.ts')).expose,
};
