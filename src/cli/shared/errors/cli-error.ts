/** The command cannot be carried out; the message is one line for the user. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly: behind the message stands where its help is. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
}

/** A flag that there is not, or that has no such value. */
export class FlagUsageError extends CliError {
  override readonly name = 'FlagUsageError';
}

/** There is no such command. */
export class UnknownCommandError extends CliError {
  override readonly name = 'UnknownCommandError';
}

/** Everything has been printed: only the exit code is left. */
export class SilentExit extends CliError {
  override readonly name = 'SilentExit';

  constructor(exitCode: number) {
    super('', exitCode);
  }
}

/** An error of one of several things that were asked for, which is named before the server's words. */
export class ContextError extends CliError {
  override readonly name = 'ContextError';

  readonly when: string;
  readonly inner: unknown;

  /** `when`: `error when creating "pod.yaml"`. */
  constructor(when: string, inner: unknown) {
    super(`${when}: ${inner instanceof Error ? inner.message : String(inner)}`);
    this.when = when;
    this.inner = inner;
  }
}
