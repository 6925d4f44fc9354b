import type { TopCommandEntry } from '../command-entry.ts';

export const celEntry: TopCommandEntry = {
  name: 'cel',
  group: 'debug',
  summary: 'Try an expression or a policy with an object',
  load: async () => (await import('./cel.ts')).cel,
};
