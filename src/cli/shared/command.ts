import type { CommandFlag } from './arguments/flag.ts';
import type { FlagSet } from './arguments/flag-set.ts';
import type { Host } from './host.ts';
import type { Session } from './session/session.ts';

/** The parts that a command works with. */
export interface CommandContext {
  /** `orchctl get`, for messages. */
  readonly path: string;
  /** The words that are no flags. */
  readonly words: readonly string[];
  /** Number of words before `--`; undefined without it. */
  readonly wordsBeforeDashes: number | undefined;
  /** The values of the command's flags and of the global ones. */
  readonly flags: FlagSet;
  readonly session: Session;
  readonly host: Host;
}

/** A command of the command line. Loaded only when it is called or its help is asked for. */
export interface Command {
  /** Behind `orchctl`: `get (TYPE [NAME | -l label] | TYPE/NAME ...) [flags]`. */
  readonly usage: string;
  /** Paragraphs of its help behind the summary, which its entry holds. */
  readonly details?: string;
  /** Each line as it is typed, `orchctl` first; a comment begins with `#`. */
  readonly examples?: readonly string[];
  readonly flags: readonly CommandFlag[];
  /** Rejects with what `reportError` prints; `SilentExit` ends the process with another code than 0 and no message. */
  run(context: CommandContext): Promise<void>;
}
