import type { TopCommandEntry } from '../command-entry.ts';

export const explainEntry: TopCommandEntry = {
  name: 'explain',
  group: 'basic',
  summary: 'Get documentation for a resource',
  load: async () => (await import('./explain.ts')).explain,
};
