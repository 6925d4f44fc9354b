import type { Clock } from '../../util/clock.ts';
import { FollowedFile } from '../../util/followed-file.ts';
import type { EncryptionConfiguration } from './config/configuration.ts';
import type { ConfigurationRules } from './config/release-rules.ts';
import { Encryption } from './encryption.ts';
import { loadConfiguration } from './encryption-file.ts';
import { createKmsTransformer } from './kms/create-kms-transformer.ts';
import { ProviderSet } from './provider-set.ts';
import type { EncryptionObserver } from './transformer.ts';

/** Requests that began before a change may still use the providers from before it. Milliseconds. */
const closeAfter = 60_000;

export interface EncryptionOptions {
  /** Undefined: nothing is encrypted, and what is encrypted cannot be read. */
  file: string | undefined;
  /** Whether changes of the file are followed. */
  follows: boolean;
  /** With this begins everything that is encrypted: of the dialect. */
  encryptedPrefix: string;
  rules: ConfigurationRules;
  /**
   * Whether values under a KMS of version v1 are written authenticated, as later releases do and earlier ones cannot
   * read.
   */
  writesAuthenticated: boolean;
  /** Whether a KMS of version v2 gives seeds of keys, not keys, which only later releases can read. */
  writesSeeds: boolean;
  observer: EncryptionObserver;
  /** Receives which content of the file is in force, and how changes of it end. */
  configObserver?: { loaded(digest: string): void; reloaded(succeeded: boolean): void } | undefined;
  clock: Clock;
  report(message: string): void;
}

/** A provider that can be out of reach. */
interface ProviderCheck {
  name: string;
  check(): Promise<void>;
}

/** The encryption that a file describes. */
export class ConfiguredEncryption {
  readonly encryption: Encryption;
  /** Called after another content of the file has come into force. */
  onChange: () => void = () => {};
  readonly #options: EncryptionOptions;
  readonly #followed: FollowedFile | undefined;
  #providers: ProviderSet;
  #digest: string;
  #isClosed = false;

  private constructor(options: EncryptionOptions, digest: string, providers: ProviderSet) {
    this.#options = options;
    this.#digest = digest;
    this.#providers = providers;
    if (options.file !== undefined) options.configObserver?.loaded(digest);
    this.encryption = new Encryption(this.#providers.chainOf, options.file !== undefined);
    const { file, follows, report } = options;
    if (file !== undefined && follows) this.#followed = new FollowedFile(file, () => this.#reload(), report);
  }

  /** Rejects with one line where the file cannot be used. */
  static async open(options: EncryptionOptions): Promise<ConfiguredEncryption> {
    const { file, rules } = options;
    const nothing = { configuration: { resources: [] }, digest: '' };
    const { configuration, digest } = file === undefined ? nothing : await loadConfiguration(file, rules);
    return new ConfiguredEncryption(options, digest, await providersOf(configuration, options));
  }

  /** One for each provider that can be out of reach, or a single one where their number may change. */
  get checks(): ProviderCheck[] {
    if (this.#options.file === undefined) return [];
    if (this.#options.follows) return [{ name: 'kms-providers', check: () => this.#checkAll() }];
    return this.#providers.remote.map((provider, index) => ({
      name: `kms-provider-${index}`,
      check: () => provider.check(),
    }));
  }

  /** Reads the file again. A file that cannot be used changes nothing. */
  async #reload(): Promise<void> {
    const { file, rules, observer, configObserver, report } = this.#options;
    try {
      const { configuration, digest } = await loadConfiguration(file!, rules);
      if (digest === this.#digest || this.#isClosed) return;
      const before = this.#providers;
      const next = await providersOf(configuration, this.#options);
      await next.check().catch((error) => {
        next[Symbol.dispose]();
        throw error;
      });
      this.#providers = next;
      this.#digest = digest;
      this.encryption.replace(this.#providers.chainOf);
      setTimeout(() => before[Symbol.dispose](), closeAfter).unref();
    } catch (error) {
      observer.reloaded(false);
      configObserver?.reloaded(false);
      report(`the encryption configuration stays as it is: ${(error as Error).message}`);
      return;
    }
    observer.reloaded(true);
    configObserver?.reloaded(true);
    configObserver?.loaded(this.#digest);
    report('the encryption configuration has changed');
    this.onChange();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#followed?.[Symbol.asyncDispose]();
    this.#providers[Symbol.dispose]();
  }

  async #checkAll(): Promise<void> {
    await this.#providers.check();
  }
}

function providersOf(
  configuration: EncryptionConfiguration,
  options: EncryptionOptions,
): Promise<ProviderSet> {
  const { encryptedPrefix, observer } = options;
  return ProviderSet.create(configuration, { encryptedPrefix, observer, kms: createKmsTransformer(options) });
}
