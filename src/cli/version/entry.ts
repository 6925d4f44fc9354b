import type { TopCommandEntry } from '../command-entry.ts';

export const versionEntry: TopCommandEntry = {
  name: 'version',
  group: 'other',
  summary: 'Print the versions of client and server',
  load: async () => (await import('./version.ts')).version,
};
