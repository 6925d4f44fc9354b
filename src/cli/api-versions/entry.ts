import type { TopCommandEntry } from '../command-entry.ts';

export const apiVersionsEntry: TopCommandEntry = {
  name: 'api-versions',
  group: 'other',
  summary: 'Print the supported API versions on the server, as group/version',
  load: async () => (await import('./api-versions.ts')).apiVersions,
};
