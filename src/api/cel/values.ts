/** An expression cannot be worked out: the text is for clients. */
export class CelError extends Error {}

export const noSuchKey = (key: string): CelError => new CelError(`no such key: ${key}`);
export const noSuchOverload = (): CelError => new CelError('no such overload');

/**
 * A value in an expression: int is bigint, double is number. What comes from an object is converted when it is looked
 * into.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | CelType
  | Url
  | Composite;

/** A value that holds others: a list, a map, an object. */
export abstract class Composite {
  abstract readonly schema: object | undefined;
}

export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970. */
export class Timestamp {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class CelType {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class Url {
  readonly url: URL;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.url = new URL(text);
  }
}

type Numeric = bigint | number | Uint;

export const isNumeric = (value: CelValue): value is Numeric =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;

export const plainNumber = (value: Numeric): bigint | number => (value instanceof Uint ? value.value : value);
