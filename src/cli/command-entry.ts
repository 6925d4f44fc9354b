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

export type CommandGroup = keyof typeof groupTitles;

/** A command as its folder describes it: all that is known of it before it is loaded. */
export interface CommandEntry {
  /** The last of its words: `status` of `rollout status`. */
  readonly name: string;
  /** Other last words. */
  readonly aliases?: readonly string[];
  /** An imperative without a full stop: its line in lists of commands, and the first line of its help. */
  readonly summary: string;
  /** Loads the module of the command. Absent for a word that only begins the names of others: `rollout`. */
  readonly load?: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
}

/** A command of one word. */
export interface TopCommandEntry extends CommandEntry {
  readonly group: CommandGroup;
}

/** An entry by all of its words: `rollout status`. */
export interface ListedEntry extends Omit<TopCommandEntry, 'commands'> {
  readonly aliases: readonly string[];
}
