import type { TopCommandEntry } from '../command-entry.ts';

export const runEntry: TopCommandEntry = {
  name: 'run',
  group: 'basic',
  summary: 'Run a particular image in a pod',
  load: async () => (await import('./run.ts')).runPod,
};
