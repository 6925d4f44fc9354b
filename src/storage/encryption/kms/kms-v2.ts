import { aesGcm } from '../ciphers/aes-gcm.ts';
import type { Cipher } from '../ciphers/cipher.ts';
import type { RemoteTransformer } from '../provider-set.ts';
import { type Maybe, type Plain, type Stored, TransformError } from '../transformer.ts';
import { DataKeys, generateDataKey } from './data-keys.ts';
import { KeptCheck } from './kept-check.ts';
import { judged } from './kms-client.ts';
import type { KmsDependencies } from './kms-dependencies.ts';
import { decryptKey, encryptKey, statusKeyId } from './kms-v2-calls.ts';
import { type EncryptedKey, type EncryptedObject, encryptedObject } from './messages.ts';
import { seededCipher } from './seeded-cipher.ts';

/** Milliseconds between two questions for the id of the plugin's key, and after one without an answer. */
const askInterval = 60_000;
const askAgainAfter = 10_000;
/** A data key encrypts for so long after the plugin was last well. */
const usableFor = 180_000;
/**
 * Decrypted data keys that are kept, and for how long: there is one for each start of a server and key of the plugin.
 */
const keptKeys = 1_000;
const keptFor = 24 * 3600_000;

/** The key, or the seed of keys, that values are encrypted with now. */
interface DataKey extends EncryptedKey {
  /** The key, encrypted by the plugin. */
  encrypted: Buffer;
  /** The id that the plugin's status gave when it was made. */
  statusKeyId: string;
  cipher: Cipher;
}

/**
 * A KMS of version v2: the values that a server writes have one data key, as long as the plugin stays with its own;
 * each value brings the encrypted data key along.
 */
export class KmsV2Transformer implements RemoteTransformer {
  readonly prefix: Buffer;
  readonly label: string;
  readonly #dependencies: KmsDependencies;
  readonly #type: 0 | 1;
  readonly #keys: DataKeys<Cipher>;
  readonly #health: KeptCheck;
  #current: DataKey | undefined;
  #usableUntil = 0;
  #refreshing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #problem = '';
  #isClosed = false;

  constructor(prefix: string, dependencies: KmsDependencies) {
    this.label = prefix;
    this.prefix = Buffer.from(prefix);
    this.#dependencies = dependencies;
    this.#type = dependencies.writesSeeds ? 1 : 0;
    const { observer, name } = dependencies;
    this.#keys = new DataKeys(keptKeys, observer, keptFor, (count) => observer.dataKeysKept(name, count));
    this.#health = new KeptCheck(() => this.#refresh(), dependencies.clock);
    void this.#ask();
  }

  /** Before the plugin has said which key it has, nothing is in the form of a write. */
  get form(): string {
    return this.#formOf(this.#current?.key_id ?? '', this.#type);
  }

  toStorage(value: Buffer, key: string): Maybe<Stored> {
    if (this.#current !== undefined) return this.#write(this.#current, value, key);
    return this.#refresh().then(() => this.#write(this.#current!, value, key));
  }

  fromStorage(payload: Buffer, key: string): Maybe<Plain> {
    const object = objectOf(payload);
    const { encrypted_data, key_id, type } = object;
    const read = (cipher: Cipher): Plain => {
      return { value: cipher.decrypt(encrypted_data, key), form: this.#formOf(key_id, type) };
    };
    const cipher = this.#keys.get(idOf(object), () => this.#cipherOf(object));
    return cipher instanceof Promise ? cipher.then(read) : read(cipher);
  }

  check(): Promise<void> {
    return this.#health.run();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#dependencies.channel[Symbol.dispose]();
  }

  #formOf(keyId: string, type: number): string {
    return `${this.label}${type}:${keyId}`;
  }

  #write(current: DataKey, value: Buffer, key: string): Stored {
    const now = this.#dependencies.clock.now();
    if (now > this.#usableUntil) {
      const expired = Math.round((now - this.#usableUntil) / 1000);
      const message = `the data key under keyID "${current.key_id}" expired ${expired} s ago, as the KMS plugin is not well`;
      throw new TransformError(message, { mayPass: true, code: 'Unavailable' });
    }
    const object: EncryptedObject = {
      encrypted_data: current.cipher.encrypt(value, key),
      key_id: current.key_id,
      encrypted_dek_source: current.encrypted,
      annotations: current.annotations,
      type: this.#type,
    };
    const bytes = Buffer.concat([this.prefix, encryptedObject.encode(object)]);
    return { bytes, form: this.#formOf(current.key_id, this.#type) };
  }

  async #cipherOf(object: EncryptedObject): Promise<Cipher> {
    try {
      const { channel, observer, name } = this.#dependencies;
      const cipher = cipherOf(await decryptKey(channel, object), object.type);
      observer.keyUsed('from_storage', name, object.key_id);
      return cipher;
    } catch (error) {
      const judgement = await judged(error as TransformError, () => this.#health.runNow());
      throw judgement.in('failed to decrypt DEK, error: ');
    }
  }

  /** Asks for the plugin's key from time to time. */
  async #ask(): Promise<void> {
    const problem = await this.#refresh().then(
      () => '',
      (error: Error) => error.message,
    );
    if (problem !== '' && problem !== this.#problem) this.#dependencies.report(`${this.label} ${problem}`);
    this.#problem = problem;
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#ask(), problem === '' ? askInterval : askAgainAfter).unref();
  }

  /** The plugin is well, and values are encrypted under its present key. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#newestKey().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #newestKey(): Promise<void> {
    const { channel, clock, observer, name } = this.#dependencies;
    const begun = clock.now();
    const id = await statusKeyId(channel, (error) => observer.keyIdRefused(name, error));
    observer.keyNamed(name, id);
    if (this.#current?.statusKeyId !== id) {
      const secret = generateDataKey(observer);
      const { ciphertext, key_id, annotations } = await encryptKey(channel, secret);
      const cipher = cipherOf(secret, this.#type);
      this.#current = { encrypted: ciphertext, key_id, annotations, statusKeyId: id, cipher };
      const source = { encrypted_dek_source: ciphertext, key_id, annotations, type: this.#type };
      this.#keys.add(idOf(source), cipher, 'to_storage');
      observer.keyUsed('to_storage', name, key_id);
    }
    this.#usableUntil = begun + usableFor;
  }
}

function objectOf(payload: Buffer): EncryptedObject {
  let object: EncryptedObject;
  try {
    object = encryptedObject.decode(payload);
  } catch (cause) {
    throw new TransformError('invalid data encountered by envelope transformer', { cause });
  }
  if (object.type !== 0 && object.type !== 1)
    throw new TransformError(`unknown type ${object.type} of an encrypted DEK source`);
  return object;
}

/** One text for one encrypted key: its parts cannot run into each other. */
function idOf(
  key: Pick<EncryptedObject, 'encrypted_dek_source' | 'key_id' | 'annotations' | 'type'>,
): string {
  const annotations = Object.entries(key.annotations)
    .map(([name, value]) => [name, value.toString('latin1')])
    .sort();
  return JSON.stringify([key.encrypted_dek_source.toString('latin1'), key.key_id, key.type, annotations]);
}

function cipherOf(secret: Buffer, type: number): Cipher {
  if (secret.length !== 32) throw new TransformError(`crypto/aes: invalid key size ${secret.length}`);
  return type === 1 ? seededCipher(secret) : aesGcm(secret);
}
