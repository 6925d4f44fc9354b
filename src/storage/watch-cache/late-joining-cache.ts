import { type KeyValue, type Kv, KvError, type KvEvent, type Unreadable } from '../kv.ts';
import { everything } from './all-keys.ts';
import type { ResourceCache } from './resource-cache.ts';

/** Makes bytes of the store into bytes that a cache reads. Calls of the same moment may be answered together. */
export type ConvertStored = (bytes: Buffer) => Promise<Buffer>;

/** The part of the feed that a joined cache uses. */
export interface JoinedFeed {
  readonly kv: Kv;
  waitFor(revision: number): Promise<void>;
  now(): number;
}

const convertedAtOnce = 500;
const firstRetry = 500;
const maxRetryDelay = 30_000;

/**
 * A cache that joins a feed that runs already. Events wait while it is loaded, and while their bytes are converted or
 * decrypted by another process, so that it may be behind the feed: then its `pending` says so.
 */
export class LateJoiningCache {
  readonly cache: ResourceCache;
  readonly #feed: JoinedFeed;
  readonly #convert: ConvertStored | undefined;
  #waiting: KvEvent[] = [];
  #isLoaded = false;
  /** Counts loads: one that was overtaken by another one comes to nothing. */
  #load = 0;
  #retry: NodeJS.Timeout | undefined;
  #retryAfter = firstRetry;
  #hasLeft = false;
  /** Resolves when it is loaded anew: reads wait for it. */
  #reloading: Promise<void> | undefined;

  /** `isLoaded`: the cache shows everything up to the next event. */
  constructor(
    cache: ResourceCache,
    feed: JoinedFeed,
    { convert, isLoaded = false }: { convert?: ConvertStored | undefined; isLoaded?: boolean } = {},
  ) {
    this.cache = cache;
    this.#feed = feed;
    this.#convert = convert;
    this.#isLoaded = isLoaded;
  }

  /** Reads everything of the resource type. Rejects when the store or the conversion fails. */
  async load(): Promise<void> {
    const load = ++this.#load;
    this.#isLoaded = false;
    this.#waiting = [];
    const { kv } = this.#feed;
    const revision = await kv.currentRevision();
    const items: KeyValue[] = [];
    for await (const item of everything(kv, this.cache.prefix, revision)) {
      failIfPassing(item.unreadable);
      items.push(item);
    }
    const converted = await this.#converted(items);
    // The watch shows nothing older from here on.
    await this.#feed.waitFor(revision);
    if (load !== this.#load || this.#hasLeft) return;
    this.cache.load(
      converted.map((item) => this.cache.tryRead(item)),
      revision,
    );
    this.#isLoaded = true;
    this.cache.isBehind = undefined;
    this.#endReloading();
    this.#waiting = this.#waiting.filter((event) => event.revision > revision);
    this.#goOn();
  }

  /** Loads it when the feed has lost its thread; reads wait for that, and fail where it fails. */
  async reload(): Promise<void> {
    const reloading = this.load();
    this.#reloading = reloading;
    this.cache.isBehind = undefined;
    this.cache.pending = reloading;
    await reloading.catch((error: Error) => {
      if (this.#reloading === reloading) this.failWith(error);
      throw error;
    });
  }

  #endReloading(): void {
    if (this.#reloading !== undefined && this.cache.pending === this.#reloading)
      this.cache.pending = undefined;
    this.#reloading = undefined;
  }

  apply(event: KvEvent): void {
    if (this.#isLoaded && this.#waiting.length === 0 && !this.#needsTime(event))
      return this.cache.apply(event, this.#feed.now());
    this.#waiting.push(event);
    if (this.#isLoaded) this.#goOn();
  }

  /** It cannot be loaded: each read gets this error until it is. */
  failWith(error: Error): void {
    this.#endReloading();
    this.cache.isBehind = () => {
      throw error;
    };
  }

  #needsTime(event: KvEvent): boolean {
    return this.#convert !== undefined || (event.type === 'put' && event.pending !== undefined);
  }

  /** It shows what the feed has shown. */
  get isCurrent(): boolean {
    return this.#isLoaded && !this.cache.lags;
  }

  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#retry);
    for (const stream of [...this.cache.fanOut.streams()]) stream.end();
  }

  #goOn(): void {
    if (this.#waiting.some((event) => this.#needsTime(event))) return this.#applyConverted();
    for (const event of this.#waiting) this.cache.apply(event, this.#feed.now());
    this.#waiting = [];
  }

  /** One run at a time; a read that finds that a conversion failed lets it be tried again. */
  #applyConverted(): void {
    if (this.cache.pending !== undefined) return;
    clearTimeout(this.#retry);
    const run = this.#run(this.#load).then(
      () => {
        this.#retryAfter = firstRetry;
      },
      (error) => {
        if (this.#hasLeft) return;
        this.#retry = setTimeout(() => this.#applyConverted(), this.#retryAfter).unref();
        this.#retryAfter = Math.min(this.#retryAfter * 2, maxRetryDelay);
        throw error;
      },
    );
    run.catch(() => {});
    this.cache.pending = run;
    void run
      .finally(() => {
        if (this.cache.pending !== run) return;
        this.cache.pending = undefined;
        this.cache.isBehind = this.#waiting.length > 0 ? () => this.#applyConverted() : undefined;
      })
      .catch(() => {});
  }

  async #run(load: number): Promise<void> {
    while (this.#waiting.length > 0) {
      const events = this.#waiting.slice(0, convertedAtOnce);
      const converted = await Promise.all(events.map((event) => this.#convertedEvent(event)));
      if (load !== this.#load || this.#hasLeft) return;
      this.#waiting.splice(0, events.length);
      for (const event of converted) this.cache.apply(event, this.#feed.now());
    }
  }

  async #convertedEvent(given: KvEvent): Promise<KvEvent> {
    const event = given.type === 'put' && given.pending !== undefined ? await given.pending() : given;
    if (event.type !== 'put') return event;
    failIfPassing(event.unreadable);
    const isReady = this.#convert === undefined || event.unreadable !== undefined;
    if (isReady || this.cache.isExpected(event.key, event.value)) return event;
    return { ...event, value: await this.#convert!(event.value) };
  }

  async #converted(items: readonly KeyValue[]): Promise<readonly KeyValue[]> {
    const convert = this.#convert;
    if (convert === undefined) return items;
    const result: KeyValue[] = [];
    for (let at = 0; at < items.length; at += convertedAtOnce) {
      const batch = items.slice(at, at + convertedAtOnce);
      const values = await Promise.all(
        batch.map(({ value, unreadable }) => (unreadable === undefined ? convert(value) : value)),
      );
      batch.forEach((item, index) => void result.push({ ...item, value: values[index]! }));
    }
    return result;
  }
}

/** Throws for a value that cannot be decrypted for now: to leave it out would be to say that it was deleted. */
function failIfPassing(unreadable: Unreadable | undefined): void {
  if (unreadable?.mayPass) throw new KvError('Encryption', unreadable.reason);
}
