import type { Admission } from '../admission/admission.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { conflict, notFoundError } from '../api/machinery/status.ts';
import { relativeKey } from '../storage/keys.ts';
import { withResourceVersion } from '../storage/stored-bytes.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { DefaultPropagation, Deletion } from './delete-options.ts';
import { finalizersForDeletion } from './dependents.ts';
import { checkNameParameter } from './name-parameter.ts';
import { decodeServed, encodeExamined } from './object-codec.ts';
import type { ObjectStore } from './object-store.ts';
import type { Stored, StoredResource } from './resource.ts';
import type { SystemMetadata } from './system-metadata.ts';

export interface DeleteOutcome extends Stored {
  uid: string;
  /** The object is gone (or would be, in a dry run). */
  removed: boolean;
  /** Nothing was done: the object is being deleted already, and this request changes nothing about it. */
  pending: boolean;
}

/** What is to be done with an object on its way out. */
type Step =
  | { what: 'nothing' }
  /** Write it, marked, and let it be. */
  | { what: 'mark'; object: ApiObject }
  /** Write it, marked, and then remove it. */
  | { what: 'mark and remove'; object: ApiObject }
  | { what: 'remove' };

const attempts = 100;

/** Deletes objects: at once, gracefully, or as far as finalizers allow. */
export class Deleter {
  readonly #store: ObjectStore;
  readonly #metadata: SystemMetadata;

  constructor(store: ObjectStore, metadata: SystemMetadata) {
    this.#store = store;
    this.#metadata = metadata;
  }

  async delete(
    resource: StoredResource,
    namespace: string,
    name: string,
    options: Deletion,
    dryRun: boolean,
    admission?: Admission,
  ): Promise<DeleteOutcome> {
    checkNameParameter(name);
    const key = relativeKey(namespace, name);
    let entry = resource.cache.get(key) ?? (await this.#newest(resource, key));
    let isFresh = false;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (entry === undefined) throw notFoundError(resource.type, name);
      try {
        const outcome = await this.#attempt(resource, entry, options, dryRun, admission);
        if (outcome !== 'changed') return outcome;
      } catch (error) {
        // A precondition that an old state does not meet may be met by the newest.
        const newest = isFresh ? undefined : await this.#newest(resource, key);
        if (newest === undefined || newest.revision === entry.revision) throw error;
      }
      entry = await this.#newest(resource, key);
      isFresh = true;
    }
    throw conflict(resource.type, name, 'the object is being modified too often to be deleted');
  }

  async #attempt(
    resource: StoredResource,
    entry: CacheEntry,
    options: Deletion,
    dryRun: boolean,
    admission: Admission | undefined,
  ): Promise<DeleteOutcome | 'changed'> {
    const object = decodeServed(entry.json);
    checkPreconditions(resource, object, options);
    await admission?.admit(undefined, object);
    await admission?.validate(undefined, object);
    const uid = object.metadata.uid ?? '';
    const step = this.#nextStep(resource, object, options);
    if (step.what === 'nothing')
      return { json: entry.json, revision: entry.revision, uid, removed: false, pending: true };
    if (step.what === 'remove') return this.#remove(resource, entry, entry.json, uid, dryRun);
    const marked = await this.#mark(resource, entry, step.object, dryRun);
    if (marked === 'changed') return marked;
    if (step.what === 'mark') return { ...marked, uid, removed: false, pending: false };
    const removed = await this.#remove(
      resource,
      { ...entry, revision: marked.revision },
      marked.json,
      uid,
      dryRun,
    );
    // Somebody else removed it in between: it is gone, which is what was wanted.
    return removed === 'changed' ? { ...marked, uid, removed: true, pending: false } : removed;
  }

  #nextStep(resource: StoredResource, object: ApiObject, options: Deletion): Step {
    const { deletion } = resource.rules;
    if (deletion?.holds?.(object)) return this.#markHeld(resource, object, options);
    const grace = this.#applyGrace(resource, object, options);
    if (grace === 'pending') return { what: 'nothing' };
    const before = object.metadata.finalizers ?? [];
    const finalizers = finalizersForDeletion(before, options, propagation(resource, options));
    setFinalizers(object, finalizers);
    if (grace === 'none') {
      if (finalizers.length === 0) return { what: 'remove' };
      this.#markNow(object);
      return { what: 'mark', object };
    }
    if (finalizers.length > 0 || grace > 0) return { what: 'mark', object };
    return { what: 'mark and remove', object };
  }

  /** Something of the kind's own keeps the object: it is marked once, and then waits. */
  #markHeld(resource: StoredResource, object: ApiObject, options: Deletion): Step {
    const { deletion } = resource.rules;
    if (object.metadata.deletionTimestamp) return { what: 'mark', object };
    object.metadata.deletionTimestamp = this.#metadata.now();
    const finalizers = object.metadata.finalizers ?? [];
    setFinalizers(object, finalizersForDeletion(finalizers, options, propagation(resource, options)));
    deletion?.marked?.(object);
    return { what: 'mark', object };
  }

  /**
   * Graceful deletion: marks the object with the time by which it is to be gone. A repeated deletion can only
   * bring that time nearer. Returns the period in seconds, 'none' when there is no grace to be had.
   */
  #applyGrace({ rules }: StoredResource, object: ApiObject, options: Deletion): number | 'none' | 'pending' {
    const { metadata } = object;
    const wanted =
      options.gracePeriodSeconds === undefined ? undefined : notNegative(options.gracePeriodSeconds);
    if (metadata.deletionTimestamp) {
      const current = Number(metadata.deletionGracePeriodSeconds ?? 0);
      // Marked and never removed: whoever was to remove it may have died in between.
      if (current === 0) return 'none';
      if (wanted === undefined || wanted >= current) return 'pending';
      const end = Date.parse(metadata.deletionTimestamp) + (wanted - current) * 1000;
      // Of a period that was cut at the end of time, nobody knows when it began.
      metadata.deletionTimestamp =
        end > 0 ? new Date(end).toISOString().replace('.000Z', 'Z') : this.#metadata.now(wanted);
      metadata.deletionGracePeriodSeconds = wanted;
      return wanted;
    }
    if (rules.deletion?.gracePeriodSeconds === undefined) return 'none';
    const period = notNegative(rules.deletion.gracePeriodSeconds(object, wanted));
    metadata.deletionTimestamp = this.#metadata.now(period);
    metadata.deletionGracePeriodSeconds = period;
    countGeneration(object);
    return period;
  }

  /** Marks an object that only its finalizers keep. */
  #markNow(object: ApiObject): void {
    const { metadata } = object;
    const now = this.#metadata.now();
    if (!metadata.deletionTimestamp) countGeneration(object);
    if (!metadata.deletionTimestamp || Date.parse(metadata.deletionTimestamp) > Date.parse(now)) {
      metadata.deletionTimestamp = now;
    }
    metadata.deletionGracePeriodSeconds = 0;
  }

  async #mark(
    resource: StoredResource,
    entry: CacheEntry,
    object: ApiObject,
    dryRun: boolean,
  ): Promise<Stored | 'changed'> {
    const examined = encodeExamined(object, resource);
    const { stored } = examined;
    const unchanged = withResourceVersion(stored, entry.revision);
    if (dryRun || unchanged.equals(entry.json)) return { json: unchanged, revision: entry.revision };
    const revision = await this.#store.replace(resource, entry, examined, 'delete');
    if (revision === undefined) return 'changed';
    return { json: withResourceVersion(stored, revision), revision };
  }

  async #remove(
    resource: StoredResource,
    entry: CacheEntry,
    json: Buffer,
    uid: string,
    dryRun: boolean,
  ): Promise<DeleteOutcome | 'changed'> {
    const outcome = { json, revision: entry.revision, uid, removed: true, pending: false };
    if (dryRun) return outcome;
    const last = (): ApiObject => decodeServed(json);
    return (await this.#store.remove(resource, entry, last, 'delete')) ? outcome : 'changed';
  }

  #newest(resource: StoredResource, key: string): Promise<CacheEntry | undefined> {
    return this.#store.newest(resource, key, 'delete');
  }
}

/** A negative period is an old way of asking for the shortest. One that no double can hold comes as a bigint. */
const notNegative = (seconds: number | bigint): number =>
  seconds < 0 ? 1 : Math.min(Number(seconds), Number.MAX_SAFE_INTEGER);

function setFinalizers({ metadata }: ApiObject, finalizers: string[]): void {
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}

function countGeneration({ metadata }: ApiObject): void {
  const generation = Number(metadata.generation ?? 0);
  if (generation > 0) metadata.generation = generation + 1;
}

function checkPreconditions(
  resource: StoredResource,
  { metadata }: ApiObject,
  { preconditions }: Deletion,
): void {
  const about = { group: resource.kind.group, resource: resource.kind.kind };
  if (preconditions?.uid !== undefined && preconditions.uid !== metadata.uid) {
    throw conflict(
      about,
      metadata.name!,
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${metadata.uid}). ` +
        'The object might have been deleted and then recreated',
    );
  }
  if (
    preconditions?.resourceVersion !== undefined &&
    preconditions.resourceVersion !== metadata.resourceVersion
  ) {
    throw conflict(
      about,
      metadata.name!,
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ` +
        `ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

const propagation = ({ rules }: StoredResource, { byDefault }: Deletion): DefaultPropagation =>
  byDefault ?? rules.deletion?.defaultPropagation ?? 'background';
