import type { TopCommandEntry } from '../command-entry.ts';

export const replaceEntry: TopCommandEntry = {
  name: 'replace',
  group: 'advanced',
  summary: 'Replace a resource by file name or stdin',
  load: async () => (await import('./replace.ts')).replace,
};
