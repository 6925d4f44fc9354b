import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CommandFlag } from './arguments/flag.ts';

/** An object in another version of its kind (`apps/v1`), else in its newest. Throws an error that the user sees. */
export type ConvertObject = (
  object: { apiVersion: string; kind: string; metadata: object },
  version: string,
) => ApiObject;

/** A command of the table, for those who list commands. */
export interface ListedCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly load?: () => Promise<{ readonly usage: string; readonly flags: readonly CommandFlag[] }>;
}

/** Functions of wings that the command line may not import: `commands/orchctl.ts` hands them in. */
export interface Tools {
  /** Version of this program: `1.36.0`. */
  readonly version: string;
  /** Commit, day and state of the sources of this program, as the server's /version has them. */
  readonly build: () => Readonly<Record<string, unknown>>;
  /** Every command. */
  readonly commandTable: () => Promise<readonly ListedCommand[]>;
  /** By the definitions and rules of the server. */
  readonly converter: (dialect: Dialect) => Promise<ConvertObject>;
}
