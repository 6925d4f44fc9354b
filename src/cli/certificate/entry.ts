import type { TopCommandEntry } from '../command-entry.ts';

export const certificateEntry: TopCommandEntry = {
  name: 'certificate',
  group: 'cluster',
  summary: 'Approve or deny certificate signing requests',
  commands: [
    {
      name: 'approve',
      summary: 'Approve certificate signing requests',
      load: async () => (await import('./decide.ts')).approve,
    },
    {
      name: 'deny',
      summary: 'Deny certificate signing requests',
      load: async () => (await import('./decide.ts')).deny,
    },
  ],
};
