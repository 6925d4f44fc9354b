import type { TopCommandEntry } from '../command-entry.ts';

export const eventsEntry: TopCommandEntry = {
  name: 'events',
  group: 'debug',
  summary: 'List events',
  load: async () => (await import('./events.ts')).events,
};
