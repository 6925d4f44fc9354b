import { copyJson } from '../../api/codec/copy-json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import { type JsonMap, ownValue } from '../../api/json/json-values.ts';
import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { applyConfig, fieldsOfObject } from '../../api/patch/apply/apply.ts';
import {
  fieldsLastApplied,
  type LastApplied,
  updateLastApplied,
} from '../../api/patch/apply/last-applied.ts';
import { entryOf, storedEntries, type TrackedEntry } from '../../api/patch/apply/managers.ts';
import type { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import { withSortedRawFields } from '../../api/patch/sorted-keys.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { StoredResource } from '../resource.ts';
import { reusableSubtrees } from '../reusable-subtrees.ts';
import type { VersionConverter } from '../version-converter.ts';
import type { FieldOwner } from './field-manager.ts';
import { type OwnershipRules, ownerBy } from './ownership-rules.ts';
import { emptyObject, type FieldVersions } from './versions.ts';

/** Owns all fields of an object that had no managedFields before its first apply. */
const beforeFirstApply = 'before-first-apply';

export interface ApplyInput {
  /** The stored object, in the stored version; undefined when there is none. */
  stored: ApiObject | undefined;
  /** The name of the kind. */
  kind: string;
  config: JsonMap;
  writer: FieldOwner;
  force: boolean;
  pacer?: Pacer | undefined;
}

/** Server-side apply: one configuration to one object. */
export class Applier {
  readonly #versions: FieldVersions;
  readonly #schemas: TypedSchemas;
  readonly #clock: Clock;
  readonly #lastApplied: LastApplied;
  readonly #rules: OwnershipRules;

  constructor(
    versions: FieldVersions,
    schemas: TypedSchemas,
    clock: Clock,
    lastApplied: LastApplied,
    rules: OwnershipRules,
  ) {
    this.#versions = versions;
    this.#schemas = schemas;
    this.#clock = clock;
    this.#lastApplied = lastApplied;
    this.#rules = rules;
  }

  /**
   * The object after the apply, with its managedFields, in the stored version with defaults; the stored one itself
   * when nothing changes. That one is never changed. Throws ConfigError, DecodeError, StatusError (conflicts).
   */
  async apply(resource: StoredResource, input: ApplyInput): Promise<ApiObject> {
    const { config, writer, stored } = input;
    const codec = this.#versions.codec(resource, writer.apiVersion)!;
    const live = this.#live(input, codec);
    const text = this.#lastAppliedText(writer, live);
    const mayBeNoop = text === undefined && stored !== undefined && isMeantFor(config, live);
    const { object, entries, isUnchanged } = await this.#applied(resource, input, live, codec, mayBeNoop);
    if (object === undefined || (isUnchanged && mayBeNoop)) return stored!;
    if (entries.length > 0) object.metadata.managedFields = [...entries];
    if (text !== undefined) updateLastApplied(object, config, this.#lastApplied);
    return object;
  }

  /** The live object in the version of the request, without managedFields. */
  #live({ stored, kind, writer }: ApplyInput, codec: VersionConverter): ApiObject {
    if (stored === undefined) return emptyObject(codec, kind, writer.apiVersion);
    const { managedFields: _, ...metadata } = stored.metadata;
    const live = { ...stored, metadata };
    return codec.isStored ? live : codec.fromStored(copyJson(live));
  }

  /** `object`: in the stored version; undefined only when `mayBeNoop` and nothing changes. */
  async #applied(
    resource: StoredResource,
    input: ApplyInput,
    live: ApiObject,
    codec: VersionConverter,
    mayBeNoop: boolean,
  ) {
    const { config, writer, force, stored, pacer } = input;
    const { manager, apiVersion, subresource, filter } = ownerBy(this.#rules, writer);
    const { kind, apiVersion: _, ...fields } = live;
    const now = timeNow(this.#clock.now());
    const before = this.#versions.reconciled(resource, this.#entries(input, live, codec, now));
    await pacer?.step();
    let object: ApiObject | undefined;
    const { entries, isUnchanged } = await applyConfig({
      live: fields,
      config,
      applier: { manager, operation: 'Apply', apiVersion, subresource },
      entries: before,
      force,
      mayBeNoop,
      forceConflictsOn: this.#fieldsLastApplied(writer, live, codec),
      schema: codec.schema,
      schemas: this.#schemas,
      listOrder: this.#rules.listOrder,
      filter,
      now,
      pacer,
      fieldsOf: (entry) => this.#versions.fieldsIn(resource, entry, live, codec),
      complete: (merged) => {
        const shared = codec.isStored ? reusableSubtrees(resource.rules, live) : undefined;
        const asLive = { ...fields, kind: merged['kind'], apiVersion: merged['apiVersion'] };
        const sorted = withSortedRawFields<JsonMap>(merged, codec.schema, asLive);
        const shaped = new Normalizer().normalize(sorted, codec.schema, [], shared);
        const outcome = codec.toStored({ kind, apiVersion, ...shaped } as ApiObject);
        object = outcome;
        return {
          // A new object has no other owners to ask for another version.
          differences: this.#versions.differences(resource, stored ?? live, outcome, filter),
          isSame: () => {
            const next = codec.isStored ? outcome : codec.fromStored(copyJson(outcome));
            const { changed, removed } = this.#versions.compare(live, next, codec, filter);
            return changed === undefined && removed === undefined;
          },
        };
      },
    });
    return { object, entries, isUnchanged };
  }

  /** The entries of the live object. Without managedFields one entry owns all fields: overwriting them is a conflict. */
  #entries(
    { stored, writer }: ApplyInput,
    live: ApiObject,
    codec: VersionConverter,
    now: string,
  ): readonly TrackedEntry[] {
    const entries = storedEntries(stored?.metadata.managedFields);
    if (stored === undefined || entries.length > 0) return entries;
    const { apiVersion, filter, subresource } = ownerBy(this.#rules, writer);
    const parts = { schema: codec.schema, schemas: this.#schemas, filter };
    const set = fieldsOfObject(live, emptyObject(codec, live.kind, apiVersion), parts);
    if (set === undefined) return [];
    return [entryOf({ manager: beforeFirstApply, operation: 'Update', apiVersion, subresource }, set, now)];
  }

  #fieldsLastApplied(writer: FieldOwner, live: ApiObject, { schema }: VersionConverter) {
    return fieldsLastApplied(
      live,
      this.#lastAppliedText(writer, live),
      writer.apiVersion,
      schema,
      this.#schemas,
    );
  }

  /**
   * The last-applied annotation, if the manager is the client that keeps it. A scale has none: it is no configuration of
   * the object.
   */
  #lastAppliedText({ manager, subresource }: FieldOwner, { metadata }: ApiObject): string | undefined {
    if (manager !== this.#lastApplied.manager || subresource === 'scale') return undefined;
    return ownValue(metadata.annotations ?? {}, this.#lastApplied.annotation) as string | undefined;
  }
}

/** Whether name, namespace, uid and resourceVersion of the configuration, if given, are those of the object. */
function isMeantFor({ metadata }: JsonMap, live: ApiObject): boolean {
  const { name, namespace, uid, resourceVersion } = (metadata ?? {}) as ObjectMeta;
  const own = live.metadata;
  const fits = (wanted: string | undefined, actual: string | undefined): boolean =>
    !wanted || wanted === actual;
  return (
    fits(name, own.name) &&
    fits(namespace, own.namespace) &&
    fits(uid, own.uid) &&
    fits(resourceVersion, own.resourceVersion)
  );
}
