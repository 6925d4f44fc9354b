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

  [Symbol.iterator](): Iterator<Part> {
    return this.#parts[Symbol.iterator]();
  }
}

/** The JSON of a document that holds parts, at any depth. */
export function composeJson(value: object): string {
  if (value instanceof Parts) return `{${Array.from(value, ({ json }) => json).join(',')}}`;
  if (Array.isArray(value)) return writeJson(value);
  const members = Object.entries(value).map(([key, member]) => {
    const text = typeof member === 'object' ? composeJson(member) : writeJson(member);
    return `${writeJson(key)}:${text}`;
  });
  return `{${members.join(',')}}`;
}
