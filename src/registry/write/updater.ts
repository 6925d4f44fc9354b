import type { ApiObject } from '../../api/meta/metadata.ts';
import { notFoundError, staleObjectMessage } from '../../api/meta/status.ts';
import { checkNameParameter } from '../../api/validation/names.ts';
import { relativeKey } from '../../storage/keys.ts';
import { isServedAs } from '../../storage/stored-bytes.ts';
import { type CacheEntry, type DecodedEntry, isStale } from '../../storage/watch-cache/entry.ts';
import { freezeInTests } from '../../util/freeze-in-tests.ts';
import { type Allocation, withAllocation } from '../allocation.ts';
import { decodeCopy, decodeServed, encodeExamined, servedAt } from '../conversion/object-codec.ts';
import type { FieldManager } from '../ownership/field-manager.ts';
import { versionOfObject } from '../read/resource-version.ts';
import type { StoredResource } from '../resource.ts';
import type { Creator } from './creator.ts';
import type { ObjectStore } from './object-store.ts';
import type { SystemMetadata } from './system-metadata.ts';
import type { UpdateFunc, WriteOptions, WriteOutcome } from './update-func.ts';
import {
  checkUpdatePreconditions,
  type UpdatePreconditionRules,
  uidMismatch,
  type WritePlace,
} from './update-preconditions.ts';
import { countChange, isReleased, specChanged, validateUpdate } from './updated-object.ts';

/** One object of a resource type. */
export interface ObjectPlace {
  readonly resource: StoredResource;
  readonly namespace: string;
  readonly name: string;
}

/** One update of one object: where, what and how. */
export interface Update extends ObjectPlace {
  readonly change: UpdateFunc;
  readonly options: WriteOptions;
}

/** Updates objects: change ▸ owners ▸ mutating admission ▸ rules ▸ validation ▸ admission ▸ store. */
export class Updater {
  readonly #store: ObjectStore;
  readonly #metadata: SystemMetadata;
  readonly #ownership: FieldManager;
  readonly #creator: Creator;
  readonly #preconditions: UpdatePreconditionRules;
  readonly #compared: (isEqual: boolean, seconds: number) => void;
  /** The signature of the change that was last found to change nothing of this state. */
  readonly #settled = new WeakMap<CacheEntry, string>();

  /** `compared`: receives how long it took to compare an object with what is stored, and whether they are equal. */
  constructor(
    store: ObjectStore,
    metadata: SystemMetadata,
    ownership: FieldManager,
    creator: Creator,
    preconditions: UpdatePreconditionRules,
    compared: (isEqual: boolean, seconds: number) => void = () => {},
  ) {
    this.#preconditions = preconditions;
    this.#compared = compared;
    this.#store = store;
    this.#metadata = metadata;
    this.#ownership = ownership;
    this.#creator = creator;
  }

  /**
   * Updates the object of this name, or creates it where the change says so. The change is worked out on what the cache
   * shows, and again on what the store says when that turns out to be old. Throws StatusError.
   */
  async update(update: Update): Promise<WriteOutcome> {
    const { resource, namespace, name } = update;
    checkNameParameter(name);
    const key = relativeKey(namespace, name);
    return this.#store.guaranteedUpdate(resource, key, (entry) => this.#attempt(update, entry), {
      tooOften: staleObjectMessage,
      operation: 'get',
    });
  }

  /**
   * The outcome of an update whose `change.signature` was found to change nothing of the object as it still is;
   * undefined when it has to be worked out.
   */
  async repeated(
    { resource, namespace, name }: ObjectPlace,
    signature: string,
    options: WriteOptions,
  ): Promise<WriteOutcome | undefined> {
    const entry = resource.cache.get(relativeKey(namespace, name));
    if (entry === undefined || this.#settled.get(entry) !== signature || isStale(entry)) return undefined;
    if (options.admission?.ignoresUnchanged(undefined) === false) return undefined;
    const outcome = await this.#unchanged(resource, entry, options);
    return outcome === 'changed' ? undefined : outcome;
  }

  /** One try, on one state of the object; 'changed' when it is no longer in that state. */
  async #attempt(update: Update, entry: CacheEntry | undefined): Promise<WriteOutcome | 'changed'> {
    if (entry === undefined) return this.#create(update);
    const { resource, change, options } = update;
    const old = freezeInTests(decodeServed(entry.json));
    await options.pacer?.step();
    let object = await change.object(() => decodeCopy(entry.json, old), old);
    await options.pacer?.step();
    if (object === old) {
      const isStoredSo = !isStale(entry) && resource.converter === undefined;
      if (isStoredSo && (options.admission?.ignoresUnchanged(old) ?? true))
        return this.#settle(update, entry);
      object = decodeCopy(entry.json, old);
    }
    checkUpdatePreconditions(resource, this.#placeOf(update), object, old, change.uid);
    if (options.writer !== undefined && !options.skipsManagedFields)
      await this.#ownership.update(resource, object, old, options.writer, options.pacer);
    await options.pacer?.step();
    await options.admission?.admit(object, old);
    this.#prepare(update, object, old);
    const allocator = change.allocates ? resource.allocator : undefined;
    const allocation = await this.#store.run(resource, 'update', async () =>
      allocator?.onUpdate(object, old, options.dryRun),
    );
    return withAllocation(
      allocation,
      () => this.#write(update, entry, object, old, allocation),
      (outcome) => outcome !== 'changed' && !outcome.removed,
    );
  }

  async #create(update: Update): Promise<WriteOutcome> {
    const { resource, namespace, name, change, options } = update;
    const place = this.#placeOf(update);
    if (!change.mayCreate && (this.#preconditions.missesFirst || !change.uid))
      throw notFoundError(resource.type, name);
    if (change.uid) throw uidMismatch(resource, place, change.uid, '');
    const object = await change.object(undefined, undefined);
    if (object.metadata.uid) throw uidMismatch(resource, place, object.metadata.uid, '');
    versionOfObject(object.metadata.resourceVersion);
    delete object.metadata.resourceVersion;
    return this.#creator.create(resource, namespace, object, options);
  }

  #placeOf({ namespace, name, options }: Update): WritePlace {
    const hiddenPrefix = options.dryRun ? this.#preconditions.storePrefix.slice(0, -1) : '';
    return { namespace, name, apiVersion: options.writer?.apiVersion, hiddenPrefix };
  }

  #prepare({ resource, change, options }: Update, object: ApiObject, old: ApiObject): void {
    const { rules, definition } = resource;
    if (!definition.namespaced) delete object.metadata.namespace;
    else object.metadata.namespace ||= old.metadata.namespace!;
    this.#metadata.fillForUpdate(object.metadata, old.metadata);
    change.prepare(object, old, options.writer?.apiVersion);
    if (change.countsGeneration && rules.tracksGeneration && specChanged(resource, object, old))
      countChange(object, old);
  }

  async #write(
    update: Update,
    entry: CacheEntry,
    object: ApiObject,
    old: ApiObject,
    allocation: Allocation | undefined,
  ): Promise<WriteOutcome | 'changed'> {
    const { resource, options } = update;
    await options.pacer?.step();
    await validateUpdate(resource, update.change, object, old, options);
    await options.admission?.validate(object, old);
    await options.pacer?.step();
    const examined = await encodeExamined(object, resource, options.pacer, { object: old, entry });
    if (isReleased(resource, object)) return this.#remove(resource, entry, examined, options);
    if (options.dryRun) return written(examined, entry.revision);
    if (await this.#isStored(resource, entry, examined)) return this.#unchanged(resource, entry, options);
    allocation?.ensureHeld();
    const revision = await this.#store.replace(resource, entry, examined);
    if (revision === undefined) return 'changed';
    return written(examined, revision);
  }

  /** Whether a write would change nothing in the store. */
  async #isStored(resource: StoredResource, entry: CacheEntry, examined: DecodedEntry): Promise<boolean> {
    const since = performance.now();
    const isEqual = isServedAs(entry.json, examined.stored, entry.revision);
    this.#compared(isEqual, (performance.now() - since) / 1_000);
    if (!isEqual) return false;
    const { written, isConverted } = examined;
    if (isConverted && written !== undefined) return this.#store.holds(resource, entry.key, written);
    return !isStale(entry);
  }

  /** The last finalizer of a deleted object is gone: it goes instead of being written. */
  async #remove(
    resource: StoredResource,
    entry: CacheEntry,
    examined: DecodedEntry,
    { dryRun }: WriteOptions,
  ): Promise<WriteOutcome | 'changed'> {
    const outcome = { ...written(examined, entry.revision), removed: true };
    if (dryRun) return outcome;
    const last = (): ApiObject => decodeServed(entry.json);
    return (await this.#store.remove(resource, entry, last, 'update')) ? outcome : 'changed';
  }

  #settle({ resource, change, options }: Update, entry: CacheEntry): Promise<WriteOutcome | 'changed'> {
    if (change.signature !== undefined) this.#settled.set(entry, change.signature);
    return this.#unchanged(resource, entry, options);
  }

  /** No write is needed, provided that the object is still at this revision in the store. */
  async #unchanged(
    resource: StoredResource,
    entry: CacheEntry,
    { dryRun }: WriteOptions,
  ): Promise<WriteOutcome | 'changed'> {
    if (!dryRun && !(await this.#store.isNewest(resource, entry))) return 'changed';
    return { json: entry.json, revision: entry.revision, created: false, removed: false };
  }
}

const written = (examined: DecodedEntry, revision: number): WriteOutcome => ({
  ...servedAt(examined, revision),
  created: false,
  removed: false,
});
