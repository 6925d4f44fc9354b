import { isDeepStrictEqual } from 'node:util';
import { FieldPath, invalid } from '../api/machinery/field-errors.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../api/machinery/metadata-validation.ts';
import { nameIsPathSegment } from '../api/machinery/names.ts';
import {
  alreadyExists,
  badRequest,
  conflict,
  generatedNameTaken,
  invalidObject,
  notFoundError,
  StatusError,
  staleObject,
} from '../api/machinery/status.ts';
import type { Counts } from '../api/patch/apply/tracked.ts';
import { relativeKey } from '../storage/keys.ts';
import type { Kv } from '../storage/kv.ts';
import { withResourceVersion } from '../storage/stored-bytes.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import { type Allocation, withAllocation } from './allocation.ts';
import type { FieldOwnership, FieldWriter } from './field-ownership.ts';
import type { Leases } from './leases.ts';
import { checkNameParameter } from './name-parameter.ts';
import { decodeServed, encodeStored } from './object-codec.ts';
import type { Stored, StoredResource } from './resource.ts';
import { hasVersion, versionOfObject } from './resource-version.ts';
import { storageError } from './storage-errors.ts';
import { storedKeyText } from './stored-key-text.ts';
import type { SystemMetadata } from './system-metadata.ts';
import { readItem } from './unreadable.ts';

/** What the writer of an object says about it. */
export interface Change {
  /**
   * The new object. `stored` gives a copy of the stored one, which may be changed; it is undefined when there is
   * none. `old` is the stored one itself, for whoever only looks at it; to answer with it says that nothing
   * changes. Called again when somebody else wrote in between. May refuse.
   */
  object(stored: (() => ApiObject) | undefined, old: ApiObject | undefined): ApiObject | Promise<ApiObject>;
  /** Takes over from the stored object what this kind of update may not change. `apiVersion`: see KindRules. */
  prepare(object: ApiObject, old: ApiObject, apiVersion: string | undefined): void;
  validate(
    object: ApiObject,
    old: ApiObject,
    apiVersion: string | undefined,
  ): ReturnType<typeof validateObjectMeta>;
  /** A change of the spec counts as a generation: an update of the main resource, or of its scale. */
  countsGeneration: boolean;
  /** Whether an object that does not exist may be created. */
  mayCreate: boolean;
  /** The only object that may be meant, even when there is none; the object that is written may say one as well. */
  uid?: string | undefined;
  /** What the object needs of the things that only one can have is given to it: an update of the main resource. */
  allocates?: boolean;
  /** Fields at the top of the object that this kind of update takes; all but the status by default. */
  counts?: Counts;
}

export interface WriteOptions {
  /** Everything but the write. */
  dryRun: boolean;
  /** Who owns what it sets; undefined when nobody is to. */
  writer?: FieldWriter;
  /** The object comes with its record of owners, which says so already. */
  isRecorded?: boolean;
}

export interface WriteOutcome extends Stored {
  created: boolean;
  /** The update took away the last thing that kept a deleted object: it is gone. */
  removed: boolean;
}

const nameAttempts = 8;
const metadataPath = FieldPath.of('metadata');

/** Creates and updates objects: everything between a decoded object and the store that is not admission. */
export class Writer {
  readonly #kv: Kv;
  readonly #metadata: SystemMetadata;
  readonly #leases: Leases;
  readonly #ownership: FieldOwnership;

  constructor(kv: Kv, metadata: SystemMetadata, leases: Leases, ownership: FieldOwnership) {
    this.#kv = kv;
    this.#metadata = metadata;
    this.#leases = leases;
    this.#ownership = ownership;
  }

  async create(
    resource: StoredResource,
    namespace: string,
    object: ApiObject,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    const { rules } = resource;
    this.#placeIn(resource, namespace, object);
    const claimsVersion = !options.dryRun && hasVersion(object.metadata.resourceVersion);
    if (options.writer !== undefined && !options.isRecorded)
      this.#ownership.create(resource, object, options.writer);
    rules.prepareForCreate?.(object, options.writer?.apiVersion);
    this.#metadata.fillForCreate(object, rules.tracksGeneration ?? false);
    const allocation = await this.#write(resource, 'create', async () =>
      resource.allocator?.onCreate(object, options.dryRun),
    );
    return withAllocation(
      allocation,
      () => this.#createPrepared(resource, namespace, object, options, allocation, claimsVersion),
      () => true,
    );
  }

  async #createPrepared(
    resource: StoredResource,
    namespace: string,
    object: ApiObject,
    options: WriteOptions,
    allocation: Allocation | undefined,
    claimsVersion: boolean,
  ): Promise<WriteOutcome> {
    const { metadata } = object;
    const prefix = metadata.name ? undefined : metadata.generateName;
    for (let attempt = 1; ; attempt++) {
      if (prefix) metadata.name = this.#metadata.generateName(prefix);
      this.#validateNew(resource, object, options.writer?.apiVersion);
      if (claimsVersion)
        throw new StatusError(500, undefined, 'resourceVersion should not be set on objects to be created');
      const stored = encodeStored(object, resource.definition);
      const key = relativeKey(namespace, metadata.name!);
      allocation?.ensureHeld();
      const taken = options.dryRun ? resource.cache.get(key) : await this.#insert(resource, key, stored);
      if (typeof taken === 'number') {
        return { json: withResourceVersion(stored, taken), revision: taken, created: true, removed: false };
      }
      if (taken === undefined) return { json: stored, revision: 0, created: true, removed: false };
      if (prefix === undefined) throw this.#taken(resource, taken);
      if (attempt === nameAttempts) throw generatedNameTaken(resource.type, metadata.name!);
    }
  }

  /** The namespace is the path's. */
  #placeIn({ definition }: StoredResource, namespace: string, { metadata }: ApiObject): void {
    if (!definition.namespaced) {
      delete metadata.namespace;
    } else if (!metadata.namespace) {
      metadata.namespace = namespace;
    } else if (metadata.namespace !== namespace) {
      throw badRequest(
        'the namespace of the provided object does not match the namespace sent on the request',
      );
    }
  }

  #validateNew(
    { rules, definition, kind }: StoredResource,
    object: ApiObject,
    apiVersion: string | undefined,
  ): void {
    const errors = [
      ...validateObjectMeta(
        object.metadata,
        { namespaced: definition.namespaced, validateName: rules.validateName ?? nameIsPathSegment },
        metadataPath,
      ),
      ...(rules.validateCreate?.(object, apiVersion) ?? []),
    ];
    if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? '', errors);
  }

  /** The revision, or what stands there already. */
  async #insert(resource: StoredResource, key: string, stored: Buffer): Promise<number | CacheEntry> {
    const result = await this.#write(resource, 'create', async () =>
      this.#kv.create(
        resource.cache.prefix + key,
        stored,
        await this.#leases.optionsFor(resource.timeToLive),
      ),
    );
    if (result.done) return result.revision;
    return readItem(resource, result.current!);
  }

  #taken(resource: StoredResource, entry: CacheEntry): StatusError {
    const { metadata } = decodeServed(entry.json);
    return alreadyExists(
      resource.type,
      entry.name,
      metadata.deletionTimestamp ? 'object is being deleted: ' : '',
    );
  }

  /**
   * Updates the object of this name. The change is worked out on what the cache shows, and again on what the
   * store says when that turns out to be old.
   */
  async update(
    resource: StoredResource,
    namespace: string,
    name: string,
    change: Change,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    checkNameParameter(name);
    const key = relativeKey(namespace, name);
    let entry = resource.cache.get(key) ?? (await this.#fresh(resource, key));
    let isFresh = false;
    for (;;) {
      const outcome = await this.#attempt(resource, namespace, name, entry, change, options).catch(
        (error) => {
          // A refusal may come from an object that has been replaced meanwhile.
          if (isFresh || !(error instanceof StatusError)) throw error;
          return error;
        },
      );
      if (!(outcome instanceof Error) && outcome !== 'changed') return outcome;
      const newest = await this.#fresh(resource, key);
      if (outcome instanceof Error && newest?.revision === entry?.revision) throw outcome;
      entry = newest;
      isFresh = true;
    }
  }

  /** One try, on one state of the object; 'changed' when it is no longer in that state. */
  async #attempt(
    resource: StoredResource,
    namespace: string,
    name: string,
    entry: CacheEntry | undefined,
    change: Change,
    options: WriteOptions,
  ): Promise<WriteOutcome | 'changed'> {
    if (entry === undefined) {
      if (change.uid) throw uidMismatch(resource, namespace, name, change.uid, '');
      if (!change.mayCreate) throw notFoundError(resource.type, name);
      const object = await change.object(undefined, undefined);
      if (object.metadata.uid) throw uidMismatch(resource, namespace, name, object.metadata.uid, '');
      versionOfObject(object.metadata.resourceVersion);
      delete object.metadata.resourceVersion;
      return this.create(resource, namespace, object, options);
    }
    const old = decodeServed(entry.json);
    const object = await change.object(() => copyOf(entry, old), old);
    if (object === old) return this.#unchanged(resource, entry, options);
    checkPreconditions(resource, namespace, name, object, old);
    if (options.writer !== undefined && !options.isRecorded)
      this.#ownership.update(resource, object, old, options.writer);
    this.#prepareUpdate(resource, object, old, change, options.writer?.apiVersion);
    const allocator = change.allocates ? resource.allocator : undefined;
    const allocation = await this.#write(resource, 'update', async () =>
      allocator?.onUpdate(object, old, options.dryRun),
    );
    return withAllocation(
      allocation,
      () => this.#updatePrepared(resource, entry, object, old, change, options, allocation),
      (outcome) => outcome !== 'changed' && !outcome.removed,
    );
  }

  async #updatePrepared(
    resource: StoredResource,
    entry: CacheEntry,
    object: ApiObject,
    old: ApiObject,
    change: Change,
    options: WriteOptions,
    allocation: Allocation | undefined,
  ): Promise<WriteOutcome | 'changed'> {
    this.#validateUpdate(resource, object, old, change, options.writer?.apiVersion);
    const stored = encodeStored(object, resource.definition);
    if (isReleased(resource, object)) return this.#remove(resource, entry, stored, options);
    const unchanged = withResourceVersion(stored, entry.revision);
    const same = { json: unchanged, revision: entry.revision, created: false, removed: false };
    if (options.dryRun) return same;
    if (unchanged.equals(entry.json)) return (await this.#isNewest(resource, entry)) ? same : 'changed';
    allocation?.ensureHeld();
    const result = await this.#write(resource, 'update', async () =>
      this.#kv.update(
        resource.cache.prefix + entry.key,
        stored,
        entry.revision,
        await this.#leases.optionsFor(resource.timeToLive),
      ),
    );
    if (!result.done) return 'changed';
    return {
      json: withResourceVersion(stored, result.revision),
      revision: result.revision,
      created: false,
      removed: false,
    };
  }

  #prepareUpdate(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    change: Change,
    apiVersion: string | undefined,
  ): void {
    const { rules, definition } = resource;
    if (!definition.namespaced) delete object.metadata.namespace;
    else object.metadata.namespace ||= old.metadata.namespace!;
    this.#metadata.fillForUpdate(object.metadata, old.metadata);
    change.prepare(object, old, apiVersion);
    if (change.countsGeneration && rules.tracksGeneration && specChanged(resource, object, old)) {
      object.metadata.generation = Number(old.metadata.generation ?? 0) + 1;
    }
  }

  #validateUpdate(
    { rules, definition, kind }: StoredResource,
    object: ApiObject,
    old: ApiObject,
    change: Change,
    apiVersion: string | undefined,
  ): void {
    const metadataErrors = validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath);
    const errors = [
      ...validateObjectMeta(
        object.metadata,
        { namespaced: definition.namespaced, validateName: rules.validateName ?? nameIsPathSegment },
        metadataPath,
      ),
      ...metadataErrors,
      // Every kind looks at this as well: clients are used to causes that are told more than once.
      ...metadataErrors,
      ...change.validate(object, old, apiVersion),
    ];
    if (errors.length > 0) throw invalidObject(kind, old.metadata.name!, errors);
  }

  /** The last finalizer of a deleted object is gone: it goes instead of being written. */
  async #remove(
    resource: StoredResource,
    entry: CacheEntry,
    stored: Buffer,
    options: WriteOptions,
  ): Promise<WriteOutcome | 'changed'> {
    const outcome = {
      json: withResourceVersion(stored, entry.revision),
      revision: entry.revision,
      created: false,
      removed: true,
    };
    if (options.dryRun) return outcome;
    const result = await this.#write(resource, 'update', () =>
      this.#kv.delete(resource.cache.prefix + entry.key, entry.revision),
    );
    if (!result.done) return 'changed';
    await resource.afterRemoval?.(decodeServed(entry.json));
    return outcome;
  }

  async #unchanged(
    resource: StoredResource,
    entry: CacheEntry,
    { dryRun }: WriteOptions,
  ): Promise<WriteOutcome | 'changed'> {
    if (!dryRun && !(await this.#isNewest(resource, entry))) return 'changed';
    return { json: entry.json, revision: entry.revision, created: false, removed: false };
  }

  /** Nothing is written: that is right only if nobody has written since. The caches may be behind another replica. */
  async #isNewest(resource: StoredResource, entry: CacheEntry): Promise<boolean> {
    const { item } = await this.#write(resource, 'get', () =>
      this.#kv.get(resource.cache.prefix + entry.key),
    );
    return item?.modRevision === entry.revision;
  }

  async #fresh(resource: StoredResource, key: string): Promise<CacheEntry | undefined> {
    const { item } = await this.#write(resource, 'get', () => this.#kv.get(resource.cache.prefix + key));
    return item === undefined ? undefined : readItem(resource, item);
  }

  async #write<T>(resource: StoredResource, operation: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw storageError(error, resource.type, operation);
    }
  }
}

function specChanged({ rules }: StoredResource, object: ApiObject, old: ApiObject): boolean {
  const spec = rules.specOf ?? ((whole: ApiObject) => whole['spec']);
  return !isDeepStrictEqual(spec(object), spec(old));
}

/** Marked as deleted, and nothing keeps it any more. */
function isReleased({ rules }: StoredResource, object: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = object.metadata;
  if (!deletionTimestamp || deletionGracePeriodSeconds || finalizers.length > 0) return false;
  return !(rules.deletion?.holds?.(object) ?? false);
}

/** A copy that may be changed, but for its record of owners: nobody changes one, so a large part of it is shared. */
function copyOf(entry: CacheEntry, { metadata }: ApiObject): ApiObject {
  const copy = decodeServed(entry.json);
  if (metadata.managedFields !== undefined) copy.metadata.managedFields = metadata.managedFields;
  return copy;
}

/** The uid and resourceVersion that an update says are those that it is meant for. */
function checkPreconditions(
  resource: StoredResource,
  namespace: string,
  name: string,
  { metadata }: ApiObject,
  old: ApiObject,
): void {
  if (metadata.uid && metadata.uid !== old.metadata.uid) {
    throw uidMismatch(resource, namespace, name, metadata.uid, old.metadata.uid ?? '');
  }
  const version = versionOfObject(metadata.resourceVersion);
  if (version === undefined) {
    if (!resource.rules.requiresResourceVersion) {
      // Meant for whatever is stored.
      metadata.resourceVersion = old.metadata.resourceVersion!;
      return;
    }
    const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalidObject({ group: resource.type.group, kind: resource.type.resource }, name, [
      { ...error, body: error.body.replace(': 0:', ': 0x0:') },
    ]);
  }
  if (version !== Number(old.metadata.resourceVersion)) throw conflict(resource.type, name, staleObject);
}

function uidMismatch(
  resource: StoredResource,
  namespace: string,
  name: string,
  wanted: string,
  actual: string,
) {
  const key = storedKeyText(resource.type, namespace, name);
  return conflict(
    resource.type,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
      `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`,
  );
}
