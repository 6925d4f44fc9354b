import type { TopCommandEntry } from '../command-entry.ts';

export const deleteEntry: TopCommandEntry = {
  name: 'delete',
  group: 'basic',
  summary: 'Delete resources by file name, stdin, name or label selector',
  load: async () => (await import('./delete.ts')).deleteCommand,
};
