import type { TopCommandEntry } from '../command-entry.ts';

export const clusterInfoEntry: TopCommandEntry = {
  name: 'cluster-info',
  group: 'cluster',
  summary: 'Display the addresses of the server and of cluster services',
  load: async () => (await import('./cluster-info.ts')).clusterInfo,
  commands: [
    {
      name: 'dump',
      summary: 'Dump information for debugging and diagnosis',
      load: async () => (await import('./dump.ts')).dump,
    },
  ],
};
