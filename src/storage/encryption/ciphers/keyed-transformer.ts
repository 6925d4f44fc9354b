import { createHash } from 'node:crypto';
import { joinedErrors, type Plain, type Stored, TransformError, type Transformer } from '../transformer.ts';
import type { Cipher } from './cipher.ts';

/** A key of the configuration, decoded. */
export interface NamedSecret {
  name: string;
  secret: Buffer;
}

interface NamedKey {
  /** `key1:`, which stands before what it has encrypted. */
  readonly prefix: Buffer;
  readonly cipher: Cipher;
  readonly form: string;
}

/**
 * A provider that has its keys in the configuration: it writes with the first one and reads with those of the name
 * that the value has. Two keys may have one name: then each is tried.
 */
export class KeyedTransformer implements Transformer {
  readonly prefix: Buffer;
  readonly label: string;
  readonly #keys: readonly NamedKey[];
  readonly #writePrefix: Buffer;
  readonly #missing: string;

  /** `algorithm` for messages: `AES`. */
  constructor(
    prefix: string,
    secrets: readonly NamedSecret[],
    { algorithm, cipherOf }: { algorithm: string; cipherOf: (secret: Buffer) => Cipher },
  ) {
    this.label = prefix;
    this.prefix = Buffer.from(prefix);
    this.#keys = secrets.map(({ name, secret }) => ({
      prefix: Buffer.from(`${name}:`),
      cipher: cipherOf(secret),
      form: `${prefix}${name}:${createHash('sha256').update(secret).digest('base64')}`,
    }));
    this.#writePrefix = Buffer.concat([this.prefix, this.#keys[0]!.prefix]);
    this.#missing = `no matching key was found for the provided ${algorithm} transformer`;
  }

  get form(): string {
    return this.#keys[0]!.form;
  }

  toStorage(value: Buffer, key: string): Stored {
    const { cipher, form } = this.#keys[0]!;
    return { bytes: Buffer.concat([this.#writePrefix, cipher.encrypt(value, key)]), form };
  }

  fromStorage(payload: Buffer, key: string): Plain {
    const errors: TransformError[] = [];
    for (const { prefix, cipher, form } of this.#keys) {
      if (!startsWith(payload, prefix)) continue;
      try {
        return { value: cipher.decrypt(payload.subarray(prefix.length), key), form };
      } catch (error) {
        if (!(error instanceof TransformError)) throw error;
        errors.push(error);
      }
    }
    throw errors.length === 0 ? new TransformError(this.#missing) : joinedErrors(errors);
  }
}

export const startsWith = (bytes: Buffer, prefix: Buffer): boolean =>
  bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
