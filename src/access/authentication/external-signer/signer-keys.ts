import { maxTimerMs } from '../../../util/periodic-task.ts';
import type { VerificationKey } from '../../../util/token-keys.ts';
import { claimedKeyId, type TokenVerifier } from '../tokens/signatures.ts';
import { type KeySet, keySetOf } from './key-set.ts';
import { codeOf, type SignerChannel, type SignerError, type SignerObserver } from './signer-channel.ts';
import type { SignerMethods } from './signer-methods.ts';

/** Milliseconds for which the signer is waited for, at a start and later. */
const fetchTimeout = 60_000;
/** Milliseconds until the keys are asked for again after that failed. */
const retryAfter = 10_000;
/** Milliseconds between two questions at least: any client can send tokens with the names of unknown keys. */
const betweenFetches = 1_000;

export interface SignerKeysOptions {
  readonly channel: SignerChannel;
  readonly methods: SignerMethods;
  readonly observer: SignerObserver;
  /** Receives that newer keys could not be had. */
  report(message: string): void;
}

/** The public keys of the signer, which change while the server runs. */
export class SignerKeys implements TokenVerifier, Disposable {
  readonly #options: SignerKeysOptions;
  readonly #listeners: (() => void)[] = [];
  #set: KeySet;
  /** The latest attempt. */
  #fetchedAt = performance.now();
  /** The next attempt. */
  #dueAt = 0;
  #fetching: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: SignerKeysOptions, set: KeySet) {
    this.#options = options;
    this.#set = set;
    this.#askIn(set.refreshAfter * 1000);
  }

  /** Waits for the first keys. Rejects with SignerError when there are none. */
  static async open(options: SignerKeysOptions): Promise<SignerKeys> {
    try {
      return new SignerKeys(options, await fetchSet(options));
    } catch (error) {
      throw (error as SignerError).in(
        'while initially filling key cache: while performing initial cache fill',
      );
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Keys that others may verify tokens with. */
  get shown(): readonly VerificationKey[] {
    return this.#set.shown;
  }

  /** Seconds for which others may keep the keys: until they are asked for again. */
  get freshFor(): number {
    return Math.max(0, Math.floor((this.#dueAt - performance.now()) / 1000));
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** A key that is not known may be a new one: then the signer is asked. */
  verify(token: string): object | undefined | Promise<object | undefined> {
    const id = claimedKeyId(token);
    if (id === '' || this.#set.isHidden(id) !== undefined) return this.#set.signatures.verify(token);
    return this.#refresh().then(() => this.#set.signatures.verify(token));
  }

  /** Whether tokens are not to be signed with the key, as nobody else could verify them. */
  async isHidden(id: string): Promise<boolean> {
    if (this.#set.isHidden(id) === undefined) await this.#refresh();
    return this.#set.isHidden(id) ?? false;
  }

  /** Asks the signer once for all who want newer keys at the same time. */
  #refresh(): Promise<void> {
    this.#fetching ??= this.#fetchSoon().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchSoon(): Promise<void> {
    const wait = betweenFetches - (performance.now() - this.#fetchedAt);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (this.#isClosed) return;
    this.#fetchedAt = performance.now();
    try {
      this.#take(await fetchSet(this.#options));
    } catch (error) {
      if (this.#isClosed) return;
      this.#options.report(
        `the keys of the signer of tokens stay as they are: ${(error as SignerError).message}`,
      );
      this.#askIn(retryAfter);
    }
  }

  #take(set: KeySet): void {
    const isOther = set.digest !== this.#set.digest;
    this.#set = set;
    this.#askIn(set.refreshAfter * 1000);
    if (isOther) for (const listener of this.#listeners) listener();
  }

  #askIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#dueAt = performance.now() + milliseconds;
    this.#timer = setTimeout(() => void this.#refresh(), Math.min(milliseconds, maxTimerMs)).unref();
  }
}

async function fetchSet({ channel, methods, observer }: SignerKeysOptions): Promise<KeySet> {
  try {
    const set = keySetOf(await channel.call(methods.fetchKeys, {}, fetchTimeout).catch(inCall));
    observer.keysFetched('OK');
    observer.keysAreOf(set.dataTime);
    return set;
  } catch (error) {
    observer.keysFetched(codeOf(error));
    throw (error as SignerError).in('while fetching token verification keys');
  }
}

const inCall = (error: SignerError): never => {
  throw error.in('while getting externally supported jwt signing keys');
};
