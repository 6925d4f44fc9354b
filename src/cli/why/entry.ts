import type { TopCommandEntry } from '../command-entry.ts';

export const whyEntry: TopCommandEntry = {
  name: 'why',
  group: 'debug',
  summary: 'Explain a decision of the server',
  load: async () => (await import('./why.ts')).why,
};
