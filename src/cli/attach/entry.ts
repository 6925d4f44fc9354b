import type { TopCommandEntry } from '../command-entry.ts';

export const attachEntry: TopCommandEntry = {
  name: 'attach',
  group: 'debug',
  summary: 'Attach to a running container',
  load: async () => (await import('./attach.ts')).attach,
};
