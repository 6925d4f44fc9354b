import { aesCbc } from '../ciphers/aes-cbc.ts';
import { aesGcm } from '../ciphers/aes-gcm.ts';
import type { Cipher } from '../ciphers/cipher.ts';
import type { RemoteTransformer } from '../provider-set.ts';
import {
  type EncryptionObserver,
  type Maybe,
  type Plain,
  type Stored,
  TransformError,
} from '../transformer.ts';
import { DataKeys, generateDataKey } from './data-keys.ts';
import { KeptCheck } from './kept-check.ts';
import { judged, KmsMethod } from './kms-client.ts';
import type { KmsDependencies } from './kms-dependencies.ts';
import type { PluginChannel } from './plugin-channel.ts';

const service = '/v1beta1.KeyManagementService';
const version = 'v1beta1';
const versionOf = new KmsMethod<object, { version: string }>(
  `${service}/Version`,
  'VersionRequest',
  'VersionResponse',
);
const encrypt = new KmsMethod<object, { cipher: Buffer }>(
  `${service}/Encrypt`,
  'EncryptRequestV1',
  'EncryptResponseV1',
);
const decrypt = new KmsMethod<object, { plain: Buffer }>(
  `${service}/Decrypt`,
  'DecryptRequestV1',
  'DecryptResponseV1',
);

/** Bytes of the length of an encrypted data key, which stands before it. */
const lengthSize = 2;

/** The two ciphers of one data key: earlier releases write one, later ones the other. */
interface DataKey {
  gcm: Cipher;
  cbc: Cipher;
}

/**
 * A KMS of version v1: each value has a data key of its own, which stands before it, encrypted by the plugin. Behind
 * it stands AES-CBC or, of later releases, AES-GCM, which is tried first: it knows its own.
 */
export class KmsV1Transformer implements RemoteTransformer {
  readonly prefix: Buffer;
  readonly label: string;
  readonly form: string;
  readonly #channel: PluginChannel;
  readonly #observer: EncryptionObserver;
  readonly #keys: DataKeys<DataKey>;
  readonly #mode: keyof DataKey;
  readonly #health: KeptCheck;
  #hasVersion = false;

  constructor(prefix: string, cacheSize: number, dependencies: KmsDependencies) {
    this.label = prefix;
    this.prefix = Buffer.from(prefix);
    this.#channel = dependencies.channel;
    this.#observer = dependencies.observer;
    this.#keys = new DataKeys(cacheSize, dependencies.observer);
    this.#mode = dependencies.writesAuthenticated ? 'gcm' : 'cbc';
    this.form = `${prefix}${this.#mode}`;
    this.#health = new KeptCheck(() => this.#ping(), dependencies.clock);
  }

  async toStorage(value: Buffer, key: string): Promise<Stored> {
    const secret = generateDataKey(this.#observer);
    const encrypted = await this.#encrypt(secret);
    const dataKey = ciphersOf(secret);
    this.#keys.add(encrypted.toString('latin1'), dataKey, 'to_storage');
    const length = Buffer.alloc(lengthSize);
    length.writeUInt16BE(encrypted.length);
    const bytes = [this.prefix, length, encrypted, dataKey[this.#mode].encrypt(value, key)];
    return { bytes: Buffer.concat(bytes), form: this.form };
  }

  fromStorage(payload: Buffer, key: string): Maybe<Plain> {
    const length = payload.length < lengthSize ? payload.length : payload.readUInt16BE();
    if (length + lengthSize > payload.length)
      throw new TransformError(
        'invalid data encountered by envelope transformer, length longer than available bytes',
      );
    const encrypted = payload.subarray(lengthSize, lengthSize + length);
    const data = payload.subarray(lengthSize + length);
    const dataKey = this.#keys.get(encrypted.toString('latin1'), () => this.#dataKey(encrypted));
    if (!(dataKey instanceof Promise)) return this.#read(dataKey, data, key);
    return dataKey.then((decrypted) => this.#read(decrypted, data, key));
  }

  check(): Promise<void> {
    return this.#health.run();
  }

  [Symbol.dispose](): void {
    this.#channel[Symbol.dispose]();
  }

  #read(ciphers: DataKey, data: Buffer, key: string): Plain {
    try {
      return { value: ciphers.gcm.decrypt(data, key), form: `${this.label}gcm` };
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      return { value: ciphers.cbc.decrypt(data, key), form: `${this.label}cbc` };
    }
  }

  async #dataKey(encrypted: Buffer): Promise<DataKey> {
    try {
      await this.#checkVersion();
      const { plain } = await decrypt.call(this.#channel, { version, cipher: encrypted });
      return ciphersOf(plain);
    } catch (error) {
      const judgement = await judged(error as TransformError, () => this.#health.runNow());
      throw judgement.in('failed to decrypt DEK, error: ');
    }
  }

  async #encrypt(plain: Buffer): Promise<Buffer> {
    try {
      await this.#checkVersion();
      return (await encrypt.call(this.#channel, { version, plain })).cipher;
    } catch (error) {
      throw (error as TransformError).in('failed to encrypt DEK, error: ');
    }
  }

  /** Before the first call. */
  async #checkVersion(): Promise<void> {
    if (this.#hasVersion) return;
    const answer = await versionOf.call(this.#channel, { version });
    if (answer.version !== version) {
      const message = `KMS provider api version ${answer.version} is not supported, only ${version} is supported now`;
      throw new TransformError(message, { mayPass: true });
    }
    this.#hasVersion = true;
  }

  async #ping(): Promise<void> {
    const cipher = await this.#encrypt(Buffer.from('ping'));
    const { plain } = await decrypt.call(this.#channel, { version, cipher });
    if (plain.toString() !== 'ping') throw new TransformError('what was encrypted is not what was decrypted');
  }
}

function ciphersOf(secret: Buffer): DataKey {
  if (![16, 24, 32].includes(secret.length))
    throw new TransformError(`crypto/aes: invalid key size ${secret.length}`);
  return { gcm: aesGcm(secret), cbc: aesCbc(secret) };
}
