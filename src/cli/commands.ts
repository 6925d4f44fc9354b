import type { CommandEntry } from './command-entry.ts';
import { accessCommands } from './commands-access.ts';
import { insightCommands } from './commands-insight.ts';
import { readingCommands } from './commands-reading.ts';
import { streamCommands } from './commands-streams.ts';
import { writingCommands } from './commands-writing.ts';

export { type CommandEntry, groupTitles } from './command-entry.ts';

/** Every command, one line each; what a command is made of is loaded when it is called. */
export const commands: readonly CommandEntry[] = [
  ...accessCommands,
  ...insightCommands,
  ...readingCommands,
  ...streamCommands,
  ...writingCommands,
];
