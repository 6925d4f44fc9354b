import type { TopCommandEntry } from '../command-entry.ts';

export const apiResourcesEntry: TopCommandEntry = {
  name: 'api-resources',
  group: 'other',
  summary: 'Print the supported API resources on the server',
  load: async () => (await import('./api-resources.ts')).apiResources,
};
