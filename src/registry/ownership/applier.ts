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
import type { TypedSchemas } from '../../api/patch/apply/structure.ts';
import { wholeWideNodes } from '../../api/patch/apply/whole-value.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import { yieldToEventLoop } from '../../util/turns.ts';
import type { VersionConverter } from '../conversion/version-converter.ts';
import type { StoredResource } from '../resource.ts';
import { reusableSubtrees } from '../write/reusable-subtrees.ts';
import type { FieldOwner } from './field-manager.ts';
import { emptyObject, type FieldVersions } from './versions.ts';

/** Who owned everything before anybody owned anything. */
const beforeFirstApply = 'before-first-apply';

export interface ApplyInput {
  /** The stored object, in the stored version; undefined when there is none. */
  stored: ApiObject | undefined;
  /** The name of the kind. */
  kind: string;
  config: JsonMap;
  writer: FieldOwner;
  force: boolean;
  /** How large the stored object or the configuration is, whichever is larger; see `turnOfOthers`. */
  bytes: number;
}

/** Server-side apply: one configuration to one object. */
export class Applier {
  readonly #versions: FieldVersions;
  readonly #structures: TypedSchemas;
  readonly #clock: Clock;
  readonly #lastApplied: LastApplied;

  constructor(versions: FieldVersions, structures: TypedSchemas, clock: Clock, lastApplied: LastApplied) {
    this.#versions = versions;
    this.#structures = structures;
    this.#clock = clock;
    this.#lastApplied = lastApplied;
  }

  /**
   * The object after the apply, with its managedFields, in the stored version with defaults; the stored one itself
   * when nothing changes. That one is never changed. Throws ConfigError, DecodeError, StatusError (conflicts).
   */
  async apply(resource: StoredResource, input: ApplyInput): Promise<ApiObject> {
    const { config, writer, stored } = input;
    const form = this.#versions.form(resource, writer.apiVersion)!;
    const live = this.#live(input, form);
    const text = this.#textOf(writer, live);
    const mayStay = text === undefined && stored !== undefined && isFitting(config, live);
    const { object, entries, isUnchanged } = await this.#applied(resource, input, live, form, mayStay);
    if (object === undefined || (isUnchanged && mayStay)) return stored!;
    if (entries.length > 0) object.metadata.managedFields = [...entries];
    if (text !== undefined) updateLastApplied(object, config, this.#lastApplied);
    return object;
  }

  /** In the version of the request, without its record. */
  #live({ stored, kind, writer }: ApplyInput, form: VersionConverter): ApiObject {
    if (stored === undefined) return emptyObject(form, kind, writer.apiVersion);
    const { managedFields: _, ...metadata } = stored.metadata;
    const live = { ...stored, metadata };
    return form.isStored ? live : form.fromStored(copyJson(live));
  }

  /** `object`: in the stored version; undefined only where it may stay as it is, and does. */
  async #applied(
    resource: StoredResource,
    input: ApplyInput,
    live: ApiObject,
    form: VersionConverter,
    mayStay: boolean,
  ) {
    const { config, writer, force, stored, bytes } = input;
    const { manager, apiVersion, subresource, counts } = writer;
    const { kind, apiVersion: _, ...fields } = live;
    const now = timeNow(this.#clock.now());
    const before = await this.#entries(input, live, form, now);
    await yieldToEventLoop(bytes);
    let object: ApiObject | undefined;
    const { entries, isUnchanged } = await applyConfig({
      live: fields,
      config,
      applier: { manager, operation: 'Apply', apiVersion, subresource },
      entries: before,
      force,
      mayStay,
      yielding: this.#yielding(writer, live, form),
      schema: form.schema,
      structures: this.#structures,
      counts,
      now,
      turn: () => yieldToEventLoop(bytes),
      fieldsOf: (entry) => this.#versions.fieldsIn(resource, entry, live, form),
      complete: (merged) => {
        const shared = form.isStored ? reusableSubtrees(resource.rules, live) : undefined;
        const shaped = new Normalizer().normalize(merged, form.schema, [], shared);
        const outcome = form.toStored({ kind, apiVersion, ...shaped } as unknown as ApiObject);
        object = outcome;
        return {
          // A new object has no other owners to ask for another version.
          differences: this.#versions.differences(resource, stored ?? live, outcome, counts),
          isSame: () => {
            const next = form.isStored ? outcome : form.fromStored(copyJson(outcome));
            const { changed, removed } = this.#versions.compare(live, next, form, counts);
            return changed === undefined && removed === undefined;
          },
        };
      },
    });
    return { object, entries, isUnchanged };
  }

  /** What is recorded; of an object without a record everything is somebody's, so that nothing is lost unseen. */
  async #entries(
    { stored, writer, bytes }: ApplyInput,
    live: ApiObject,
    form: VersionConverter,
    now: string,
  ): Promise<readonly TrackedEntry[]> {
    const entries = storedEntries(stored?.metadata.managedFields);
    if (stored === undefined || entries.length > 0) return entries;
    const { apiVersion, counts, subresource } = writer;
    const parts = { schema: form.schema, structures: this.#structures, counts };
    const wide = await wholeWideNodes(live, form.schema, this.#structures, () => yieldToEventLoop(bytes));
    const set = fieldsOfObject(live, emptyObject(form, live.kind, apiVersion), parts, wide);
    if (set === undefined) return [];
    return [entryOf({ manager: beforeFirstApply, operation: 'Update', apiVersion, subresource }, set, now)];
  }

  #yielding(writer: FieldOwner, live: ApiObject, { schema }: VersionConverter) {
    return fieldsLastApplied(live, this.#textOf(writer, live), writer.apiVersion, schema, this.#structures);
  }

  /**
   * The annotation that the client keeps, when it is this client and the annotation is there. A scale has none: what
   * is applied to it is no configuration of the object.
   */
  #textOf({ manager, subresource }: FieldOwner, { metadata }: ApiObject): string | undefined {
    if (manager !== this.#lastApplied.manager || subresource === 'scale') return undefined;
    return ownValue(metadata.annotations ?? {}, this.#lastApplied.annotation) as string | undefined;
  }
}

/** Whether the configuration is meant for this very object, as far as it says. */
function isFitting({ metadata }: JsonMap, live: ApiObject): boolean {
  const { name, namespace, uid, resourceVersion } = (metadata ?? {}) as ObjectMeta;
  const own = live.metadata;
  const is = (given: string | undefined, actual: string | undefined): boolean => !given || given === actual;
  return (
    is(name, own.name) &&
    is(namespace, own.namespace) &&
    is(uid, own.uid) &&
    is(resourceVersion, own.resourceVersion)
  );
}
