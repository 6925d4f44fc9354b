import { type Plain, type Stored, TransformError, type Transformer } from '../transformer.ts';
import { startsWith } from './keyed-transformer.ts';

const noPrefix = Buffer.alloc(0);

/** Leaves values as they are, and refuses to read what is encrypted. */
export class IdentityTransformer implements Transformer {
  readonly prefix = noPrefix;
  readonly label = 'identity';
  readonly form = 'identity';
  readonly #encrypted: Buffer;

  /** `encryptedPrefix`: with this begins everything that is encrypted, by whichever provider. */
  constructor(encryptedPrefix: string) {
    this.#encrypted = Buffer.from(encryptedPrefix);
  }

  toStorage(value: Buffer): Stored {
    return { bytes: value, form: this.form };
  }

  fromStorage(payload: Buffer): Plain {
    if (startsWith(payload, this.#encrypted))
      throw new TransformError('identity transformer tried to read encrypted data');
    return { value: payload, form: this.form };
  }
}
