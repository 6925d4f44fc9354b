import type { TopCommandEntry } from '../command-entry.ts';

export const logsEntry: TopCommandEntry = {
  name: 'logs',
  group: 'debug',
  summary: 'Print the logs for a container in a pod',
  load: async () => (await import('./logs.ts')).logs,
};
