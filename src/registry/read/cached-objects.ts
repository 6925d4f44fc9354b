import { LRUCache } from 'lru-cache';
import type { Lister, ObjectChange, ObjectKey, Objects } from '../../api/meta/lister.ts';
import type { GroupResource } from '../../api/meta/status.ts';
import { FieldSelector } from '../../api/selectors/field-selector.ts';
import { relativeKey } from '../../storage/keys.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { type CacheEntry, CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import { unreadableObject } from '../conversion/corrupt-object.ts';
import { decodeMetadata, decodePlaced } from '../conversion/object-codec.ts';
import { revisionNotShown } from '../storage-errors.ts';

/** Objects that are kept parsed: those that plugins and authorizers ask for again and again are few. */
const keptParsed = 2_000;

/** The objects of the caches, for those parts of the server that look at them as objects. */
export class CachedObjects implements Objects {
  readonly #caches: Map<string, ResourceCache>;
  readonly #feed: CacheFeed;
  readonly #open: (type: GroupResource) => ResourceCache | undefined;
  readonly #parsed = new LRUCache<CacheEntry, object>({ max: keptParsed });
  /** The same objects for those who look at their metadata once after each change: the rest may be missing. */
  readonly metadata: Objects = {
    lister: <T>(type: GroupResource) =>
      this.#lister<T>(type, (entry) => this.#parsed.peek(entry) ?? metadataOf(entry)),
  };

  /** `caches` by `<plural>.<group>`. `open`: a cache for another resource type, to be kept; undefined for none. */
  constructor(
    caches: ReadonlyMap<string, ResourceCache>,
    feed: CacheFeed,
    open: (type: GroupResource) => ResourceCache | undefined = () => undefined,
  ) {
    this.#caches = new Map(caches);
    this.#feed = feed;
    this.#open = open;
  }

  lister<T>(type: GroupResource): Lister<T> {
    return this.#lister<T>(type, (entry) => this.#whole(entry));
  }

  #lister<T>({ group, resource }: GroupResource, objectOf: (entry: CacheEntry) => object): Lister<T> {
    const key = `${resource}.${group}`;
    const cache = this.#caches.get(key) ?? this.#open({ group, resource });
    if (cache !== undefined) this.#caches.set(key, cache);
    return cache === undefined
      ? new NoObjects<T>()
      : new CacheLister<T>({ group, resource }, cache, this.#feed, objectOf as (entry: CacheEntry) => T);
  }

  #whole(entry: CacheEntry): object {
    let object = this.#parsed.get(entry);
    if (object === undefined) {
      object = decodePlaced(entry);
      this.#parsed.set(entry, object);
    }
    return object;
  }
}

const metadataOf = (entry: CacheEntry): object =>
  entry.isUnplaced ? decodePlaced(entry) : decodeMetadata(entry.json);

const everything = new Selection('');

class CacheLister<T> implements Lister<T> {
  readonly #type: GroupResource;
  readonly #cache: ResourceCache;
  readonly #feed: CacheFeed;
  readonly #objectOf: (entry: CacheEntry) => T;

  constructor(
    type: GroupResource,
    cache: ResourceCache,
    feed: CacheFeed,
    objectOf: (entry: CacheEntry) => T,
  ) {
    this.#type = type;
    this.#cache = cache;
    this.#feed = feed;
    this.#objectOf = objectOf;
  }

  get isSynced(): boolean {
    return this.#cache.unknownIn(everything) === undefined;
  }

  get(namespace: string, name: string): T | undefined {
    const key = relativeKey(namespace, name);
    const entry = this.#cache.lastKnown(key);
    if (entry !== undefined) return this.#objectOf(entry);
    this.#check(this.#cache.unreadable.at(key));
    return undefined;
  }

  list(namespace = ''): T[] {
    const { tree } = this.#cache;
    const entries = namespace === '' ? tree.values() : tree.values(`${namespace}/`, `${namespace}0`);
    return [...entries].map((entry) => this.#objectOf(entry));
  }

  checkKnown(namespace = ''): void {
    if (this.#cache.unreadable.size > 0) this.#check(this.#cache.unknownIn(new Selection(namespace)));
  }

  keysBy(field: string, value: string): readonly ObjectKey[] {
    const selector = new FieldSelector([{ field, operator: '=', value }]);
    return this.#cache.page(this.#cache.tree, 0, {
      selection: new Selection('', undefined, selector),
      limit: 0,
    }).entries;
  }

  async waitUntilFresh(): Promise<void> {
    await this.#catchUp();
    this.checkKnown();
  }

  async getFresh(namespace: string, name: string): Promise<T | undefined> {
    try {
      await this.#catchUp();
    } catch (error) {
      if (revisionNotShown(error, true) === undefined) throw error;
      return this.#stored(relativeKey(namespace, name));
    }
    return this.get(namespace, name);
  }

  /** The state that the store has, where the cache is behind it for long. */
  async #stored(key: string): Promise<T | undefined> {
    const item = await this.#feed.stored(this.#cache.prefix + key);
    if (item === undefined) return undefined;
    const read = this.#cache.tryRead(item);
    if (!(read instanceof CorruptObjectError)) return this.#objectOf(read);
    return this.#check(read);
  }

  async #catchUp(): Promise<void> {
    await this.#feed.waitUntilFresh();
    // A cache that was opened a moment ago may not have joined the feed yet.
    await this.#cache.caughtUp();
  }

  /** Throws InternalError for what cannot be read: to say that it is not there would be a lie. */
  #check(error: CorruptObjectError | undefined): undefined {
    if (error !== undefined) throw unreadableObject({ cache: this.#cache, type: this.#type }, error);
    return undefined;
  }

  observe(listener: (change: ObjectChange<T>) => void): Disposable {
    const tell = (before: CacheEntry | undefined, after: CacheEntry | undefined): void => {
      const { namespace, name } = (after ?? before)!;
      listener({
        namespace,
        name,
        fieldsBefore: before?.fields,
        fieldsAfter: after?.fields,
        before: () => (before === undefined ? undefined : this.#objectOf(before)),
        after: () => (after === undefined ? undefined : this.#objectOf(after)),
      });
    };
    for (const entry of this.#cache.tree.values()) tell(undefined, entry);
    const stop = this.#cache.observe(tell);
    return { [Symbol.dispose]: stop };
  }
}

/** Lister of a resource type that this server does not keep. */
class NoObjects<T> implements Lister<T> {
  readonly isSynced = true;

  checkKnown(): void {}

  get(): undefined {
    return undefined;
  }

  list(): T[] {
    return [];
  }

  keysBy(): ObjectKey[] {
    return [];
  }

  async waitUntilFresh(): Promise<void> {}

  async getFresh(): Promise<undefined> {
    return undefined;
  }

  observe(): Disposable {
    return { [Symbol.dispose]: () => {} };
  }
}
