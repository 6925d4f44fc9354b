import type { TopCommandEntry } from '../command-entry.ts';

export const authEntry: TopCommandEntry = {
  name: 'auth',
  group: 'settings',
  summary: 'Inspect authorization',
  commands: [
    {
      name: 'can-i',
      summary: 'Check whether an action is allowed',
      load: async () => (await import('./can-i.ts')).canI,
    },
    {
      name: 'reconcile',
      summary: 'Reconcile RBAC roles and bindings with files',
      load: async () => (await import('./reconcile.ts')).reconcile,
    },
    {
      name: 'whoami',
      summary: 'Display the attributes of the current user',
      load: async () => (await import('./whoami.ts')).whoami,
    },
  ],
};
