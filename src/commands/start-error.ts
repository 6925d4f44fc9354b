/** A flag, a file or an address that cannot be used: one line for the operator, and no start. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** A command line that cannot be read: an unknown flag, or a text that is no value of its flag. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}
