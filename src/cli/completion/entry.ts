import type { TopCommandEntry } from '../command-entry.ts';

export const completionEntry: TopCommandEntry = {
  name: 'completion',
  group: 'settings',
  summary: 'Output completion code for a shell (bash, fish, zsh)',
  commands: [
    {
      name: 'bash',
      summary: 'Output completion code for bash',
      load: async () => (await import('./completion.ts')).bash,
    },
    {
      name: 'candidates',
      summary: 'List completions of the last word, for the scripts',
      load: async () => (await import('./completion.ts')).candidates,
    },
    {
      name: 'fish',
      summary: 'Output completion code for fish',
      load: async () => (await import('./completion.ts')).fish,
    },
    {
      name: 'zsh',
      summary: 'Output completion code for zsh',
      load: async () => (await import('./completion.ts')).zsh,
    },
  ],
};
