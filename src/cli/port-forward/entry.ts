import type { TopCommandEntry } from '../command-entry.ts';

export const portForwardEntry: TopCommandEntry = {
  name: 'port-forward',
  group: 'debug',
  summary: 'Forward one or more local ports to a pod',
  load: async () => (await import('./port-forward.ts')).portForward,
};
