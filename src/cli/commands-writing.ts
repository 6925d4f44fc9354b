import { type CommandEntry, entry } from './command-entry.ts';

/** The commands that change objects. */
export const writingCommands: readonly CommandEntry[] = [
  entry(
    'basic',
    'delete',
    'Delete objects by name, file, or label',
    async () => (await import('./delete/delete.ts')).deleteCommand,
  ),
  entry(
    'advanced',
    'apply',
    'Make objects what files say',
    async () => (await import('./apply/apply.ts')).apply,
  ),
];
