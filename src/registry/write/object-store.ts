import type { ApiObject } from '../../api/meta/metadata.ts';
import { conflict, StatusError } from '../../api/meta/status.ts';
import { splitRelativeKey } from '../../storage/keys.ts';
import type { KeyValue, Kv, WriteResult } from '../../storage/kv.ts';
import type { CacheEntry, DecodedEntry } from '../../storage/watch-cache/entry.ts';
import { isReadable, readItem, unreadableObject } from '../conversion/corrupt-object.ts';
import type { StoredResource } from '../resource.ts';
import { isStorageError, revisionNotShown, storageError } from '../storage-errors.ts';
import type { Leases } from './leases.ts';

const maxAttempts = 100;

/** The operation, for error messages. */
type Operation = 'get' | 'create' | 'update' | 'delete';

/** Outcome of the removal of an object that cannot be read: nothing else is removed. */
export type UnreadableRemoval = 'removed' | 'readable' | 'absent';

/** The store as objects see it: each change says on which state it is based, problems are StatusErrors. */
export class ObjectStore {
  readonly #kv: Kv;
  readonly #leases: Leases;
  readonly #catchUp: () => Promise<void>;

  /** `catchUp` brings the caches to the newest state. */
  constructor(kv: Kv, leases: Leases, catchUp: () => Promise<void>) {
    this.#kv = kv;
    this.#leases = leases;
    this.#catchUp = catchUp;
  }

  /** The newest state of an object, which the cache may not have seen yet. */
  async newest(
    resource: StoredResource,
    key: string,
    operation: Operation = 'get',
  ): Promise<CacheEntry | undefined> {
    const { item } = await this.run(resource, operation, () => this.#kv.get(resource.cache.prefix + key));
    return item === undefined ? undefined : this.#entryOf(resource, item, operation);
  }

  /**
   * Works on what the cache shows of an object, and again on what the store has when that turns out to be old. `attempt`:
   * undefined where there is no object; 'changed' when it is no longer in that state. A refusal counts only if it is
   * about the newest state. An error of the store ends it: its write may have been carried out, and a second one would be
   * refused for it, or do it twice. `tooOften`: the message after too many conflicts.
   */
  async guaranteedUpdate<T>(
    resource: StoredResource,
    key: string,
    attempt: (entry: CacheEntry | undefined) => Promise<T | 'changed'>,
    { tooOften, operation }: { tooOften: string; operation: Operation },
  ): Promise<T> {
    const { cache } = resource;
    let entry = (cache.lags ? undefined : cache.get(key)) ?? (await this.newest(resource, key, operation));
    let isFresh = false;
    for (let count = 1; count <= maxAttempts; count++) {
      const outcome = await attempt(entry).catch((error: unknown) => {
        if (isFresh || !(error instanceof StatusError) || isStorageError(error)) throw error;
        return error;
      });
      if (!(outcome instanceof StatusError) && outcome !== 'changed') return outcome;
      const newest = await this.newest(resource, key, operation);
      if (outcome instanceof StatusError && newest?.revision === entry?.revision) throw outcome;
      entry = newest;
      isFresh = true;
    }
    throw conflict(resource.type, splitRelativeKey(key).name, tooOften);
  }

  /** The state that the cache shows. Throws where it shows that there is something that cannot be read. */
  cached(resource: StoredResource, key: string): CacheEntry | undefined {
    const unreadable = resource.cache.unreadable.at(key);
    if (unreadable !== undefined) throw unreadableObject(resource, unreadable);
    return resource.cache.get(key);
  }

  /** Whether the object is still at its revision in the store: the cache may be behind another replica's write. Concurrent checks share one read. */
  async isNewest(resource: StoredResource, { key, revision }: CacheEntry): Promise<boolean> {
    if (!resource.cache.lags && (await this.run(resource, 'get', () => this.#catchesUp())))
      return resource.cache.get(key)?.revision === revision;
    const { item } = await this.run(resource, 'get', () => this.#kv.get(resource.cache.prefix + key));
    return item?.modRevision === revision;
  }

  /** False where the caches do not show the newest state in time: the store has it. */
  async #catchesUp(): Promise<boolean> {
    try {
      await this.#catchUp();
      return true;
    } catch (error) {
      if (revisionNotShown(error, true) === undefined) throw error;
      return false;
    }
  }

  /** The revision, or what stands there already. */
  async insert(resource: StoredResource, key: string, object: DecodedEntry): Promise<number | CacheEntry> {
    const result = await this.#put(resource, key, object, 'create', () =>
      this.#leases.write(resource.timeToLive, (options) =>
        this.#kv.create(resource.cache.prefix + key, object.written ?? object.stored, options),
      ),
    );
    return result.done ? result.revision : this.#entryOf(resource, result.current!, 'create');
  }

  /** Whether the store holds these very bytes, in the form in which they would be written. */
  async holds(resource: StoredResource, key: string, bytes: Buffer): Promise<boolean> {
    const { item } = await this.run(resource, 'get', () => this.#kv.get(resource.cache.prefix + key));
    return item !== undefined && item.encryption?.isCurrent !== false && bytes.equals(item.value);
  }

  /** The stored state as an entry: the cache's own when it has the same revision. */
  async #entryOf(resource: StoredResource, item: KeyValue, operation: Operation): Promise<CacheEntry> {
    const { cache } = resource;
    const cached = cache.entryAt(item.key.slice(cache.prefix.length), item.modRevision);
    if (cached !== undefined) return cached;
    return this.run(resource, operation, async () => readItem(resource, item));
  }

  /** The new revision; undefined when the object is no longer in that state. */
  async replace(
    resource: StoredResource,
    { key, revision, json }: CacheEntry,
    object: DecodedEntry,
    operation: Operation = 'update',
  ): Promise<number | undefined> {
    // A deletion may take several steps.
    const essential = operation === 'delete' || isShrinking(object, json);
    const result = await this.#put(resource, key, object, operation, () =>
      this.#leases.write(resource.timeToLive, (options) =>
        this.#kv.update(resource.cache.prefix + key, object.written ?? object.stored, revision, {
          ...options,
          essential,
        }),
      ),
    );
    return result.done ? result.revision : undefined;
  }

  /** False when the object is no longer in that state. `last`: how it was, for what is left to do without it. */
  async remove(
    resource: StoredResource,
    { key, revision }: CacheEntry,
    last: () => ApiObject,
    operation: Operation,
  ): Promise<boolean> {
    const result = await this.run(resource, operation, () =>
      this.#kv.delete(resource.cache.prefix + key, revision),
    );
    if (result.done) await resource.afterDelete?.(last());
    return result.done;
  }

  /** Removes what stands at a key and cannot be read. */
  removeUnreadable(resource: StoredResource, key: string): Promise<UnreadableRemoval> {
    return this.run(resource, 'delete', async () => {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const { item } = await this.#kv.get(resource.cache.prefix + key);
        if (item === undefined) return 'absent';
        if (await isReadable(resource, item)) return 'readable';
        if ((await this.#kv.delete(item.key, item.modRevision)).done) return 'removed';
      }
      throw conflict(resource.type, splitRelativeKey(key).name, 'the object is being modified too often');
    });
  }

  /** Announces a write to the cache, so that its event shares the bytes; takes that back when the write failed or its outcome is unknown. */
  async #put(
    resource: StoredResource,
    key: string,
    object: DecodedEntry,
    operation: Operation,
    write: () => Promise<WriteResult>,
  ): Promise<WriteResult> {
    resource.cache.rememberWrite(key, object);
    let done = false;
    try {
      const result = await this.run(resource, operation, write);
      done = result.done;
      return result;
    } finally {
      if (!done) resource.cache.forgetWrite(key, object);
    }
  }

  /** Throws StatusError for what the store says. */
  async run<T>(resource: StoredResource, operation: Operation, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw storageError(error, resource.type, operation);
    }
  }
}

/** Whether a write shrinks the object, for example by a finalizer. The bytes to serve have the revision besides. */
const isShrinking = ({ stored }: DecodedEntry, before: Buffer): boolean => stored.length + 40 < before.length;
