import type { TopCommandEntry } from '../command-entry.ts';

export const convertEntry: TopCommandEntry = {
  name: 'convert',
  group: 'advanced',
  summary: 'Convert objects of files between API versions',
  load: async () => (await import('./convert.ts')).convert,
};
