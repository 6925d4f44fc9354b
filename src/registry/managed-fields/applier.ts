import { Shaper } from '../../api/codec/shape.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import { timeNow } from '../../api/machinery/time.ts';
import { type Applied, applyConfig, fieldsOfObject } from '../../api/patch/apply/apply.ts';
import { fieldsLastApplied, type LastApplied, updateLastApplied } from '../../api/patch/apply/last-applied.ts';
import { entryOf, storedEntries, type TrackedEntry } from '../../api/patch/apply/managers.ts';
import type { Structures } from '../../api/patch/apply/structure.ts';
import { type JsonMap, ownValue } from '../../api/patch/json-values.ts';
import type { Clock } from '../../util/clock.ts';
import type { FieldWriter } from '../field-ownership.ts';
import type { ObjectForm } from '../object-form.ts';
import type { StoredResource } from '../resource.ts';
import { emptyObject, type FieldVersions } from './versions.ts';

/** Who owned everything before anybody owned anything. */
const beforeFirstApply = 'before-first-apply';

export interface ApplyInput {
  /** The stored object, in the stored version; undefined when there is none. */
  stored: ApiObject | undefined;
  /** The name of the kind. */
  kind: string;
  config: JsonMap;
  writer: FieldWriter;
  force: boolean;
}

/** Server-side apply: one configuration to one object. */
export class Applier {
  readonly #versions: FieldVersions;
  readonly #structures: Structures;
  readonly #clock: Clock;
  readonly #lastApplied: LastApplied;

  constructor(versions: FieldVersions, structures: Structures, clock: Clock, lastApplied: LastApplied) {
    this.#versions = versions;
    this.#structures = structures;
    this.#clock = clock;
    this.#lastApplied = lastApplied;
  }

  /**
   * The object after the apply, with its record of owners, in the version of the request and without defaults. The
   * given one is not changed. Throws ConfigError, DecodeError, StatusError (conflicts).
   */
  apply(resource: StoredResource, input: ApplyInput): ApiObject {
    const { kind, config, writer } = input;
    const form = this.#versions.form(resource, writer.apiVersion)!;
    const live = this.#live(input, form);
    const applied = this.#applied(resource, input, live, form);
    const object = { kind, apiVersion: writer.apiVersion, ...applied.object } as unknown as ApiObject;
    object.metadata = { ...object.metadata };
    if (applied.entries.length > 0) object.metadata.managedFields = [...applied.entries];
    if (writer.manager === this.#lastApplied.manager) updateLastApplied(object, config, this.#lastApplied);
    return object;
  }

  /** In the version of the request, without its record. */
  #live({ stored, kind, writer }: ApplyInput, form: ObjectForm): ApiObject {
    if (stored === undefined) return emptyObject(form, kind, writer.apiVersion);
    const { managedFields: _, ...metadata } = stored.metadata;
    const live = { ...stored, metadata };
    return form.isStored ? live : form.fromStored(structuredClone(live));
  }

  #applied(resource: StoredResource, input: ApplyInput, live: ApiObject, form: ObjectForm): Applied {
    const { config, writer, force, stored } = input;
    const { manager, apiVersion, subresource, counts } = writer;
    const { kind: _kind, apiVersion: _version, ...fields } = live;
    const { schema } = form;
    const now = timeNow(this.#clock.now());
    return applyConfig({
      live: fields,
      config,
      applier: { manager, operation: 'Apply', apiVersion, subresource },
      entries: this.#entries(input, live, form, now),
      force,
      yielding: this.#yielding(writer, live, form),
      schema,
      structures: this.#structures,
      counts,
      now,
      fieldsOf: (entry) => this.#versions.fieldsIn(resource, entry, live, form),
      shape: (merged) => new Shaper().shape(merged, schema),
      differences: (next) => {
        const own = this.#versions.compare(live, next, form, counts);
        const typed = { kind: live.kind, apiVersion, ...next } as unknown as ApiObject;
        const others = this.#versions.differences(
          resource,
          stored ?? form.convertToStored(structuredClone(live)),
          form.isStored ? typed : form.convertToStored(structuredClone(typed)),
          counts,
        );
        return (version) => (version === apiVersion ? own : others(version));
      },
    });
  }

  /** What is recorded; of an object without a record everything is somebody's, so that nothing is lost unseen. */
  #entries({ stored, writer }: ApplyInput, live: ApiObject, form: ObjectForm, now: string): readonly TrackedEntry[] {
    const entries = storedEntries(stored?.metadata.managedFields);
    if (stored === undefined || entries.length > 0) return entries;
    const { apiVersion, counts, subresource } = writer;
    const parts = { schema: form.schema, structures: this.#structures, counts };
    const set = fieldsOfObject(live, emptyObject(form, live.kind, apiVersion), parts);
    if (set === undefined) return [];
    return [entryOf({ manager: beforeFirstApply, operation: 'Update', apiVersion, subresource }, set, now)];
  }

  #yielding({ manager, apiVersion }: FieldWriter, live: ApiObject, { schema }: ObjectForm) {
    if (manager !== this.#lastApplied.manager) return undefined;
    const text = ownValue(live.metadata.annotations ?? {}, this.#lastApplied.annotation) as string | undefined;
    return fieldsLastApplied(live, text, apiVersion, schema, this.#structures);
  }
}
