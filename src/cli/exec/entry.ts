import type { TopCommandEntry } from '../command-entry.ts';

export const execEntry: TopCommandEntry = {
  name: 'exec',
  group: 'debug',
  summary: 'Execute a command in a container',
  load: async () => (await import('./exec.ts')).exec,
};
