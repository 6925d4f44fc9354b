import type { Command } from './shared/command.ts';

/** Titles of the list of commands, in its order. */
export const groupTitles = {
  basic: 'Basic Commands',
  deploy: 'Deploy Commands',
  cluster: 'Cluster Management Commands',
  debug: 'Troubleshooting Commands',
  advanced: 'Advanced Commands',
  settings: 'Settings Commands',
  other: 'Other Commands',
} as const;

export interface CommandEntry {
  /** Its words: `rollout status`. */
  name: string;
  group: keyof typeof groupTitles;
  /** Other names. */
  aliases?: readonly string[];
  /** One line for lists of commands. */
  summary: string;
  /** Loads the module of the command. Absent for a word that only begins the names of others: `rollout`. */
  load?: () => Promise<Command>;
}

export function entry(
  group: CommandEntry['group'],
  name: string,
  summary: string,
  load?: () => Promise<Command>,
): CommandEntry {
  return load === undefined ? { name, group, summary } : { name, group, summary, load };
}
