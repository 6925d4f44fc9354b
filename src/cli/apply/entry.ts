import type { TopCommandEntry } from '../command-entry.ts';

export const diffEntry: TopCommandEntry = {
  name: 'diff',
  group: 'advanced',
  summary: 'Show the differences that apply would make',
  load: async () => (await import('./diff.ts')).diff,
};

export const applyEntry: TopCommandEntry = {
  name: 'apply',
  group: 'advanced',
  summary: 'Apply a configuration to a resource by file name or stdin',
  load: async () => (await import('./apply.ts')).apply,
  commands: [
    {
      name: 'view-last-applied',
      summary: 'View the last-applied-configuration annotation of a resource',
      load: async () => (await import('./view-last-applied.ts')).viewLastApplied,
    },
    {
      name: 'set-last-applied',
      summary: 'Set the last-applied-configuration annotation to the contents of a file',
      load: async () => (await import('./set-last-applied.ts')).setLastApplied,
    },
    {
      name: 'edit-last-applied',
      summary: 'Edit the last-applied-configuration annotation of a resource',
      load: async () => (await import('./edit-last-applied.ts')).editLastApplied,
    },
  ],
};
