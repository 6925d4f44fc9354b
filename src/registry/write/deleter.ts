import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { notFoundError } from '../../api/meta/status.ts';
import { checkNameParameter } from '../../api/validation/names.ts';
import { relativeKey } from '../../storage/keys.ts';
import { isServedAs } from '../../storage/stored-bytes.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { Pacer } from '../../util/pacer.ts';
import { decodePlaced, encodeExamined, servedAt } from '../conversion/object-codec.ts';
import type { Stored, StoredResource } from '../resource.ts';
import type { Deletion } from './delete-options.ts';
import { checkPreconditions } from './delete-preconditions.ts';
import { DeletionSteps } from './deletion-steps.ts';
import type { ObjectStore, UnreadableRemoval } from './object-store.ts';
import type { SystemMetadata } from './system-metadata.ts';

export interface DeleteOutcome extends Stored {
  uid: string;
  /** The object is gone (or would be, in a dry run). */
  removed: boolean;
  /** Nothing was done: the object is being deleted already, and this request changes nothing about it. */
  pending: boolean;
}

/** Deletes objects: at once, gracefully, or as far as finalizers allow. */
export class Deleter {
  readonly #store: ObjectStore;
  readonly #steps: DeletionSteps;

  constructor(store: ObjectStore, metadata: SystemMetadata) {
    this.#store = store;
    this.#steps = new DeletionSteps(metadata);
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
    return this.#store.guaranteedUpdate(
      resource,
      key,
      async (entry) => {
        if (entry === undefined) throw notFoundError(resource.type, name);
        return this.#attempt(resource, entry, options, dryRun, admission);
      },
      { tooOften: 'the object is being modified too often to be deleted', operation: 'delete' },
    );
  }

  /** Takes what cannot be read out of the store: no finalizer, hook or precondition of it is known. */
  removeUnreadable(resource: StoredResource, namespace: string, name: string): Promise<UnreadableRemoval> {
    checkNameParameter(name);
    return this.#store.removeUnreadable(resource, relativeKey(namespace, name));
  }

  async #attempt(
    resource: StoredResource,
    entry: CacheEntry,
    options: Deletion,
    dryRun: boolean,
    admission: Admission | undefined,
  ): Promise<DeleteOutcome | 'changed'> {
    const pacer = new Pacer();
    const object = decodePlaced(entry);
    await pacer.step();
    checkPreconditions(resource, object.metadata, options.preconditions);
    await admission?.admit(undefined, object);
    await admission?.validate(undefined, object);
    const uid = object.metadata.uid ?? '';
    const step = this.#steps.next(resource, object, options);
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
    // Another request removed it meanwhile: it is gone, as was wanted.
    return removed === 'changed' ? { ...marked, uid, removed: true, pending: false } : removed;
  }

  async #mark(
    resource: StoredResource,
    entry: CacheEntry,
    object: ApiObject,
    dryRun: boolean,
  ): Promise<Stored | 'changed'> {
    const examined = await encodeExamined(object, resource, undefined);
    const { json, revision: before } = entry;
    if (isServedAs(json, examined.stored, before)) return { json, revision: before };
    if (dryRun) return servedAt(examined, before);
    const revision = await this.#store.replace(resource, entry, examined, 'delete');
    if (revision === undefined) return 'changed';
    return servedAt(examined, revision);
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
    const last = (): ApiObject => decodePlaced({ ...entry, json });
    return (await this.#store.remove(resource, entry, last, 'delete')) ? outcome : 'changed';
  }
}
