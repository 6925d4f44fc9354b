import { aesCbc } from './ciphers/aes-cbc.ts';
import { aesGcm } from './ciphers/aes-gcm.ts';
import { IdentityTransformer } from './ciphers/identity.ts';
import { KeyedTransformer } from './ciphers/keyed-transformer.ts';
import type {
  EncryptionConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
} from './config/configuration.ts';
import { Rules } from './config/rules.ts';
import type { ChainOf } from './encryption.ts';
import type { EncryptionObserver, Transformer } from './transformer.ts';
import { TransformerChain } from './transformer-chain.ts';

/** A provider that has its keys elsewhere: it may be out of reach, and has to be let go of. */
export interface RemoteTransformer extends Transformer {
  /** Rejects when it does not encrypt and decrypt. */
  check(): Promise<void>;
  [Symbol.dispose](): void;
}

export interface ProviderOptions {
  /** With this begins everything that is encrypted. */
  encryptedPrefix: string;
  observer: EncryptionObserver;
  kms(configuration: KmsConfiguration, prefix: string): RemoteTransformer;
}

/** All providers of a configuration, and which of them are for which resource. */
export class ProviderSet {
  readonly chainOf: ChainOf;
  /** In the order of the file. */
  readonly remote: readonly RemoteTransformer[];

  private constructor(chainOf: ChainOf, remote: readonly RemoteTransformer[]) {
    this.chainOf = chainOf;
    this.remote = remote;
  }

  /** The configuration has to be valid. */
  static async create(
    configuration: EncryptionConfiguration,
    options: ProviderOptions,
  ): Promise<ProviderSet> {
    const { encryptedPrefix, observer } = options;
    const rules = new Rules<Transformer>();
    const remote: RemoteTransformer[] = [];
    for (const { resources, providers } of configuration.resources) {
      const transformers: Transformer[] = [];
      for (const provider of providers) transformers.push(await transformerOf(provider, options, remote));
      for (const pattern of resources) rules.add(pattern, transformers);
    }
    const plain = new TransformerChain([new IdentityTransformer(encryptedPrefix)], observer, true);
    const chainOf: ChainOf = (resource) => {
      const transformers = rules.providersOf(resource);
      return transformers === undefined ? plain : new TransformerChain(transformers, observer);
    };
    return new ProviderSet(chainOf, remote);
  }

  /** Rejects when one of those that can be out of reach is. */
  async check(): Promise<void> {
    await Promise.all(this.remote.map((transformer) => transformer.check()));
  }

  [Symbol.dispose](): void {
    for (const transformer of this.remote) transformer[Symbol.dispose]();
  }
}

async function transformerOf(
  { aescbc, aesgcm, secretbox: box, kms }: ProviderConfiguration,
  options: ProviderOptions,
  remote: RemoteTransformer[],
): Promise<Transformer> {
  const { encryptedPrefix } = options;
  if (aescbc !== undefined)
    return new KeyedTransformer(`${encryptedPrefix}aescbc:v1:`, secretsOf(aescbc), {
      algorithm: 'AES',
      cipherOf: aesCbc,
    });
  if (aesgcm !== undefined)
    return new KeyedTransformer(`${encryptedPrefix}aesgcm:v1:`, secretsOf(aesgcm), {
      algorithm: 'AES',
      cipherOf: aesGcm,
    });
  if (box !== undefined) {
    const secrets = secretsOf(box);
    // Its library takes 30 ms to load.
    const { loadSecretbox } = await import('./ciphers/secretbox.ts');
    const secretbox = await loadSecretbox();
    return new KeyedTransformer(`${encryptedPrefix}secretbox:v1:`, secrets, {
      algorithm: 'Secretbox',
      cipherOf: secretbox,
    });
  }
  if (kms === undefined) return new IdentityTransformer(encryptedPrefix);
  const prefix = `${encryptedPrefix}kms:${kms.apiVersion}:${kms.name}:`;
  const transformer = options.kms(kms, prefix);
  remote.push(transformer);
  return transformer;
}

const secretsOf = ({ keys }: KeysConfiguration) =>
  keys.map(({ name, secret }) => ({ name, secret: Buffer.from(secret, 'base64') }));
