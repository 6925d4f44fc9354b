/** An input of a target: text, which may hold halves of characters, or bytes. */
export type Input = string | Buffer;

/** Something of the product that reads what a client sends. */
export interface Target {
  readonly name: string;
  /** Valid inputs, from which all others are made. All texts, or all bytes. */
  seeds(): readonly Input[];
  /** Words and signs of the grammar. */
  readonly dictionary: readonly string[];
  /** Errors that the input may be refused with. */
  readonly refusals: readonly (new (
    ...parameters: never[]
  ) => Error)[];
  /** How many bytes a client can send there; 256 KiB when not given. */
  readonly maxBytes?: number;
  /** Milliseconds that any input may cost, beside those of its bytes; 50 when not given. */
  readonly maxMilliseconds?: number;
  /** Reads the input. Throws a refusal, or OracleError when what was read is wrong. */
  run(input: never): unknown;
  close?(): Promise<void>;
}

/** What was read is not what it has to be. */
export class OracleError extends Error {
  override readonly name = 'OracleError';
}

export function expectTrue(condition: boolean, message: string): asserts condition {
  if (!condition) throw new OracleError(message);
}

const shortened = (text: string | undefined): string =>
  text === undefined || text.length <= 300 ? String(text) : `${text.slice(0, 300)}…`;

/** Compares two values as JSON with exact integers. */
export function expectSame(actual: unknown, expected: unknown, message: string): void {
  const [one, other] = [textOf(actual), textOf(expected)];
  if (one !== other) throw new OracleError(`${message}: ${shortened(one)} instead of ${shortened(other)}`);
}

const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `bigint ${part}` : part));
