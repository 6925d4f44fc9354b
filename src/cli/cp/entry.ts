import type { TopCommandEntry } from '../command-entry.ts';

export const cpEntry: TopCommandEntry = {
  name: 'cp',
  group: 'debug',
  summary: 'Copy files and directories to and from containers',
  load: async () => (await import('./cp.ts')).cp,
};
