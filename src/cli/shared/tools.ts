/** What the program has of wings that the command line may not import: `commands/orchctl.ts` hands it in. */
export interface Tools {
  /** Of this program: `1.23.0`. */
  readonly version: string;
  /** Commit, day and state of the sources of this program, as the server's /version has them. */
  readonly build: () => Readonly<Record<string, unknown>>;
}
