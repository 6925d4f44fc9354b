import type { TopCommandEntry } from '../command-entry.ts';

export const pluginEntry: TopCommandEntry = {
  name: 'plugin',
  group: 'other',
  summary: 'Interact with plugins',
  commands: [
    {
      name: 'list',
      summary: 'List the plugins on the PATH',
      load: async () => (await import('./plugin-list.ts')).pluginList,
    },
  ],
};
