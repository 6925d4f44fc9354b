import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';

/** An object in another version of its kind (`apps/v1`), else in its newest. Throws a text for the user. */
export type ConvertObject = (
  object: { apiVersion: string; kind: string; metadata: object },
  version: string,
) => ApiObject;

/** What the program has of wings that the command line may not import: `commands/orchctl.ts` hands it in. */
export interface Tools {
  /** Of this program: `1.23.0`. */
  readonly version: string;
  /** Commit, day and state of the sources of this program, as the server's /version has them. */
  readonly build: () => Readonly<Record<string, unknown>>;
  /** By the definitions and rules of the server. */
  readonly converter: (dialect: Dialect) => Promise<ConvertObject>;
}
