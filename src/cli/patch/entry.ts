import type { TopCommandEntry } from '../command-entry.ts';

export const patchEntry: TopCommandEntry = {
  name: 'patch',
  group: 'advanced',
  summary: 'Update fields of a resource',
  load: async () => (await import('./patch.ts')).patch,
};
