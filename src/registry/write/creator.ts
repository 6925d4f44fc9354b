import type { ApiObject } from '../../api/meta/metadata.ts';
import { alreadyExists, badRequest, generatedNameTaken, StatusError } from '../../api/meta/status.ts';
import { addErrors } from '../../api/structural-schema/add-errors.ts';
import { FieldPath } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { validateObjectMeta } from '../../api/validation/metadata-validation.ts';
import { nameIsPathSegment } from '../../api/validation/names.ts';
import { relativeKey } from '../../storage/keys.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { inSlices } from '../../util/slices.ts';
import { type Allocation, withAllocation } from '../allocation.ts';
import { decodeMetadata, encodeExamined, servedAt } from '../conversion/object-codec.ts';
import type { FieldManager } from '../ownership/field-manager.ts';
import { hasVersion } from '../read/resource-version.ts';
import type { StoredResource } from '../resource.ts';
import type { ObjectStore } from './object-store.ts';
import type { SystemMetadata } from './system-metadata.ts';
import type { WriteOptions, WriteOutcome } from './update-func.ts';

const nameAttempts = 8;
const metadataPath = FieldPath.of('metadata');

/** Creates objects: owners ▸ mutating admission ▸ rules ▸ system metadata ▸ validation ▸ admission ▸ store. */
export class Creator {
  readonly #store: ObjectStore;
  readonly #metadata: SystemMetadata;
  readonly #ownership: FieldManager;

  constructor(store: ObjectStore, metadata: SystemMetadata, ownership: FieldManager) {
    this.#store = store;
    this.#metadata = metadata;
    this.#ownership = ownership;
  }

  /** The object is changed on its way. Throws StatusError. */
  async create(
    resource: StoredResource,
    namespace: string,
    object: ApiObject,
    options: WriteOptions,
  ): Promise<WriteOutcome> {
    const { rules } = resource;
    placeIn(resource, namespace, object);
    const claimsVersion = !options.dryRun && hasVersion(object.metadata.resourceVersion);
    await options.pacer?.step();
    if (options.writer !== undefined && !options.skipsManagedFields)
      await this.#ownership.create(resource, object, options.writer, options.pacer);
    await options.pacer?.step();
    await options.admission?.admit(object, undefined);
    resource.disabled?.drop(object);
    rules.prepareForCreate?.(object, options.writer?.apiVersion, options.writer?.user);
    this.#metadata.fillForCreate(object, rules.tracksGeneration ?? false);
    await options.pacer?.step();
    const allocation = await this.#store.run(resource, 'create', async () =>
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
      await validateNew(resource, object, options);
      await options.pacer?.step();
      await options.admission?.validate(object, undefined);
      if (claimsVersion)
        throw new StatusError(500, undefined, 'resourceVersion should not be set on objects to be created');
      await options.pacer?.step();
      const key = relativeKey(namespace, metadata.name!);
      if (prefix === undefined && !options.dryRun) await this.#checkNotTaken(resource, key);
      const examined = await encodeExamined(object, resource, options.pacer);
      allocation?.ensureHeld();
      const taken = options.dryRun
        ? this.#store.cached(resource, key)
        : await this.#store.insert(resource, key, examined);
      if (typeof taken === 'number') {
        return { ...servedAt(examined, taken), created: true, removed: false };
      }
      if (taken === undefined) return { json: examined.stored, revision: 0, created: true, removed: false };
      if (prefix === undefined) throw nameTaken(resource, taken);
      if (attempt === nameAttempts) throw generatedNameTaken(resource.type, metadata.name!);
    }
  }

  /** A write that is bound to fail would cost the store and this server as much as one that succeeds. */
  async #checkNotTaken(resource: StoredResource, key: string): Promise<void> {
    const known = resource.cache.get(key);
    if (known !== undefined && (await this.#store.isNewest(resource, known)))
      throw nameTaken(resource, known);
  }
}

/** The namespace is the path's. */
function placeIn({ definition }: StoredResource, namespace: string, { metadata }: ApiObject): void {
  if (!definition.namespaced) {
    delete metadata.namespace;
  } else if (!metadata.namespace) {
    metadata.namespace = namespace;
  } else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Rejects with Invalid. */
export async function validateNew(
  { rules, definition, kind, plainFinalizers = [] }: StoredResource,
  object: ApiObject,
  { writer, pacer }: WriteOptions,
): Promise<void> {
  const own = rules.validateCreate?.(object, writer?.apiVersion) ?? [];
  const errors =
    rules.checksMetadataLast && own.length > 0
      ? own
      : [
          ...validateObjectMeta(
            object.metadata,
            {
              namespaced: definition.namespaced,
              validateName: rules.validateNewName ?? rules.validateName ?? nameIsPathSegment,
              plainFinalizers,
            },
            metadataPath,
          ),
          ...own,
        ];
  const steps = rules.validateInSteps?.create(object, writer?.apiVersion);
  if (steps !== undefined) addErrors(errors, await inSlices(steps, pacer));
  if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? '', errors);
}

function nameTaken(resource: StoredResource, entry: CacheEntry): StatusError {
  const { metadata } = decodeMetadata(entry.json);
  return alreadyExists(
    resource.type,
    entry.name,
    metadata.deletionTimestamp ? 'object is being deleted: ' : '',
  );
}
