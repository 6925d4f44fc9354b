import type { TopCommandEntry } from '../command-entry.ts';

export const dashboardEntry: TopCommandEntry = {
  name: 'dashboard',
  group: 'debug',
  summary: 'Open a page that shows the cluster',
  load: async () => (await import('./dashboard.ts')).dashboard,
};
