import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { EncryptionConfiguration } from './config/configuration.ts';
import { Encryption } from './encryption.ts';
import { loadConfiguration } from './encryption-file.ts';
import { createKmsTransformer } from './kms/create-kms-transformer.ts';
import { ProviderSet } from './provider-set.ts';
import type { EncryptionObserver } from './transformer.ts';

/** Milliseconds between two readings of a file that may change. */
const readInterval = 60_000;
/** After a change of its directory: it may be written in parts. Milliseconds. */
const readAfter = 200;
/** Requests that began before a change may still use the providers from before it. Milliseconds. */
const closeAfter = 60_000;

export interface EncryptionOptions {
  /** Undefined: nothing is encrypted, and what is encrypted cannot be read. */
  file: string | undefined;
  /** Whether changes of the file are followed. */
  follows: boolean;
  /** With this begins everything that is encrypted: of the dialect. */
  encryptedPrefix: string;
  configGroup: string;
  /**
   * Whether values under a KMS of version v1 are written authenticated, as later releases do and earlier ones cannot
   * read.
   */
  writesAuthenticated: boolean;
  /** Whether a KMS of version v2 gives seeds of keys, not keys, which only later releases can read. */
  writesSeeds: boolean;
  observer: EncryptionObserver;
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
  readonly #task: PeriodicTask;
  #providers: ProviderSet;
  #digest: string;
  #isClosed = false;
  #reloading: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  #changed: NodeJS.Timeout | undefined;

  private constructor(options: EncryptionOptions, digest: string, providers: ProviderSet) {
    this.#options = options;
    this.#digest = digest;
    this.#providers = providers;
    this.encryption = new Encryption(this.#providers.chainOf, options.file !== undefined);
    this.#task = new PeriodicTask(
      () => this.reload(),
      readInterval,
      (error) => options.report(error.message),
    );
    if (options.file !== undefined && options.follows) this.#follow(options.file);
  }

  /** Rejects with one line where the file cannot be used. */
  static async open(options: EncryptionOptions): Promise<ConfiguredEncryption> {
    const { file, configGroup } = options;
    const nothing = { configuration: { resources: [] }, digest: '' };
    const { configuration, digest } =
      file === undefined ? nothing : await loadConfiguration(file, configGroup);
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
  reload(): Promise<void> {
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    const { file, configGroup, observer, report } = this.#options;
    try {
      const { configuration, digest } = await loadConfiguration(file!, configGroup);
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
      report(`the encryption configuration stays as it is: ${(error as Error).message}`);
      return;
    }
    observer.reloaded(true);
    report('the encryption configuration has changed');
    this.onChange();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    await this.#task.close();
    this.#providers[Symbol.dispose]();
  }

  /** Takes changes at once, where the file system tells of them. */
  #follow(file: string): void {
    this.#task.start();
    try {
      // Of the directory: the file may be replaced by another one, or be a link that is.
      this.#watcher = watch(dirname(file), { persistent: false }, () => {
        clearTimeout(this.#changed);
        this.#changed = setTimeout(() => void this.reload(), readAfter).unref();
      });
      this.#watcher.on('error', () => {});
    } catch {
      // The periodic look is enough.
    }
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
