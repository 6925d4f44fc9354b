import type { Admission } from '../admission/admission.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import type { validateObjectMeta } from '../api/machinery/metadata-validation.ts';
import type { Counts } from '../api/patch/apply/tracked.ts';
import { Creator } from './creator.ts';
import type { FieldOwnership, FieldWriter } from './field-ownership.ts';
import type { ObjectStore } from './object-store.ts';
import type { Stored, StoredResource } from './resource.ts';
import type { SystemMetadata } from './system-metadata.ts';
import { Updater } from './updater.ts';

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
  /** Undefined for what the server writes itself. */
  admission?: Admission | undefined;
}

export interface WriteOutcome extends Stored {
  created: boolean;
  /** The update took away the last thing that kept a deleted object: it is gone. */
  removed: boolean;
}

/** Creates and updates objects: everything between a decoded object and the store. */
export class Writer {
  readonly #creator: Creator;
  readonly #updater: Updater;

  constructor(store: ObjectStore, metadata: SystemMetadata, ownership: FieldOwnership) {
    this.#creator = new Creator(store, metadata, ownership);
    this.#updater = new Updater(store, metadata, ownership, this.#creator);
  }

  /** The object is changed on its way. Throws StatusError. */
  create(
    resource: StoredResource,
    namespace: string,
    object: ApiObject,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    return this.#creator.create(resource, namespace, object, options);
  }

  /** Updates the object of this name, or creates it where the change says so. Throws StatusError. */
  update(
    resource: StoredResource,
    namespace: string,
    name: string,
    change: Change,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    return this.#updater.update({ resource, namespace, name, change, options });
  }
}
