import type { FoundObject } from './each-object.ts';
import type { PatchRequest } from './writer.ts';

/** The change that a command makes to each object that it is given. */
export interface Change {
  /** The objects of the command line. */
  words: readonly string[];
  /** Suffix of the field manager: `-rollout`. */
  suffix: string;
  /** `restarted` */
  verb: string;
  /** Undefined when there is nothing to change. May throw CliError. */
  patchOf(found: FoundObject): PatchRequest | undefined | Promise<PatchRequest | undefined>;
  /** An object that stays as it is gets a line as well. */
  reportsUnchanged?: boolean;
}
