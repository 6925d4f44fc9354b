import { writeJson } from '../../api/codec/json.ts';
import { type Encoder, encodeNamed } from './protobuf/encoders.ts';

/**
 * One named part of a document: a path, a definition. It is encoded once, on first use, and its bytes go into
 * every document that it belongs to; so when what is served changes only new parts are encoded.
 */
export class Part {
  readonly name: string;
  readonly #value: () => object;
  readonly #encoder: Encoder;
  #json: string | undefined;
  #protobuf: Uint8Array | undefined;

  constructor(name: string, value: () => object, encoder: Encoder) {
    this.name = name;
    this.#value = value;
    this.#encoder = encoder;
  }

  /** `"name":{…}` */
  get json(): string {
    this.#json ??= `${writeJson(this.name)}:${writeJson(this.#value())}`;
    return this.#json;
  }

  /** The message of its name (1) and its value (2). */
  get protobuf(): Uint8Array {
    this.#protobuf ??= encodeNamed(this.name, this.#value(), this.#encoder);
    return this.#protobuf;
  }
}

/** Parts that together are one object of a document, in the order of their names. */
export class Parts implements Iterable<Part> {
  readonly #parts: readonly Part[];

  constructor(parts: Iterable<Part>) {
    this.#parts = [...parts].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  [Symbol.iterator](): Iterator<Part> {
    return this.#parts[Symbol.iterator]();
  }
}

/** The JSON of a document that holds parts, at any depth: a piece for each part, and what stands between them. */
export function* jsonPieces(value: object): Generator<string> {
  if (Array.isArray(value)) return yield writeJson(value);
  yield '{';
  let separator = '';
  if (value instanceof Parts) {
    for (const { json } of value) {
      yield separator + json;
      separator = ',';
    }
  } else {
    for (const [key, member] of Object.entries(value)) {
      yield `${separator}${writeJson(key)}:`;
      separator = ',';
      if (typeof member === 'object') yield* jsonPieces(member);
      else yield writeJson(member);
    }
  }
  yield '}';
}

/** All of it. */
export const composeJson = (value: object): string => [...jsonPieces(value)].join('');
