import type { TopCommandEntry } from '../command-entry.ts';

export const editEntry: TopCommandEntry = {
  name: 'edit',
  group: 'basic',
  summary: 'Edit a resource on the server',
  load: async () => (await import('./edit.ts')).edit,
};
