import type { ApiObject } from '../../api/meta/metadata.ts';
import { relativeKey } from '../../storage/keys.ts';
import type { FieldManager } from '../ownership/field-manager.ts';
import type { StoredResource } from '../resource.ts';
import { Creator } from './creator.ts';
import type { ObjectStore } from './object-store.ts';
import type { SystemMetadata } from './system-metadata.ts';
import type { UpdateFunc, WriteOptions, WriteOutcome } from './update-func.ts';
import { Updater } from './updater.ts';

/** Creates and updates objects: everything between a decoded object and the store. */
export class Writer {
  readonly #creator: Creator;
  readonly #updater: Updater;

  constructor(store: ObjectStore, metadata: SystemMetadata, ownership: FieldManager) {
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

  /** The outcome of an update whose `change.signature` was found to change nothing of the object as it still is. */
  repeated(
    resource: StoredResource,
    namespace: string,
    name: string,
    signature: string,
    options: WriteOptions,
  ): Promise<WriteOutcome | undefined> {
    return this.#updater.repeated(resource, relativeKey(namespace, name), signature, options);
  }

  /** Updates the object of this name, or creates it where the change says so. Throws StatusError. */
  update(
    resource: StoredResource,
    namespace: string,
    name: string,
    change: UpdateFunc,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    return this.#updater.update({ resource, namespace, name, change, options });
  }
}
