/**
 * A value in an expression: int is bigint, double is number; all else that JSON has no form for is a class of its own.
 * Lists and objects of JSON are looked into when they are asked for.
 */
export type CelValue = null | boolean | bigint | number | string | Uint8Array | StructuredValue;

/** A value that is an object of ours. */
export abstract class StructuredValue {
  /** The name of its type, as `type(x)` shows it. */
  abstract readonly typeName: string;
}

/** An unsigned number. */
export class Uint extends StructuredValue {
  readonly typeName = 'uint';
  readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }
}

/** A moment, to the nanosecond. */
export class Timestamp extends StructuredValue {
  readonly typeName = 'google.protobuf.Timestamp';
  /** Since 1970, of the last one that has begun: what most ask for, in a number that is cheap to make. */
  readonly milliseconds: number;
  /** Minutes east of Greenwich, in which its text is written. */
  readonly offset: number;
  #nanoseconds: bigint | undefined;

  constructor(milliseconds: number, nanoseconds?: bigint, offset = 0) {
    super();
    this.milliseconds = milliseconds;
    this.#nanoseconds = nanoseconds;
    this.offset = offset;
  }

  static of(nanoseconds: bigint, offset = 0): Timestamp {
    const rest = nanoseconds % nanosecondsOfOne;
    const whole = (nanoseconds - rest) / nanosecondsOfOne;
    return new Timestamp(Number(rest < 0n ? whole - 1n : whole), nanoseconds, offset);
  }

  /** Since 1970. */
  get nanoseconds(): bigint {
    this.#nanoseconds ??= BigInt(this.milliseconds) * nanosecondsOfOne;
    return this.#nanoseconds;
  }
}

/** Nanoseconds of a millisecond. */
const nanosecondsOfOne = 1_000_000n;

export class Duration extends StructuredValue {
  readonly typeName = 'google.protobuf.Duration';
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    super();
    this.nanoseconds = nanoseconds;
  }
}

/** The type of a value, which is a value too. */
export class TypeValue extends StructuredValue {
  readonly typeName = 'type';
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** A value that may be there. */
export class OptionalValue extends StructuredValue {
  static readonly none = new OptionalValue(undefined);

  readonly typeName = 'optional_type';
  /** Undefined when there is none. */
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    super();
    this.value = value;
  }
}

/** A value of a library: an address, a quantity. */
export abstract class OpaqueValue extends StructuredValue {
  /** Whether it equals another one of its type. */
  abstract equals(other: OpaqueValue): boolean;
  /** All that `string()` gives; undefined for what has no text. */
  text(): string | undefined {
    return undefined;
  }
}

/** An expression cannot be worked out: the text is for clients. */
export class CelError extends Error {}
