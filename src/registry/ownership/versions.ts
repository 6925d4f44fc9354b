import { copyJson } from '../../api/codec/copy-json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type Comparison, compareObjects, compareObjectsPaced } from '../../api/patch/apply/compare.ts';
import { extractFields } from '../../api/patch/apply/extract.ts';
import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { FieldSet } from '../../api/patch/apply/field-set.ts';
import type { TrackedEntry } from '../../api/patch/apply/managers.ts';
import { reconciled } from '../../api/patch/apply/reconcile.ts';
import type { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import type { Differences } from '../../api/patch/apply/update.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { CodecFor } from '../conversion/version-codecs.ts';
import type { StoredResource } from '../resource.ts';
import type { VersionConverter } from '../version-converter.ts';
import type { FieldOwner } from './field-manager.ts';

const same: Comparison = { changed: undefined, removed: undefined };

/** Translates field sets and differences between the versions of a kind. */
export class FieldVersions {
  readonly #codecFor: CodecFor;
  readonly #schemas: TypedSchemas;

  constructor(codecFor: CodecFor, schemas: TypedSchemas) {
    this.#codecFor = codecFor;
    this.#schemas = schemas;
  }

  codec(resource: StoredResource, apiVersion: string): VersionConverter | undefined {
    return this.#codecFor(resource, apiVersion);
  }

  /** The entries as their types are now, see `reconciled`. */
  reconciled(resource: StoredResource, entries: readonly TrackedEntry[]): TrackedEntry[] {
    return entries.map((entry) => {
      const codec = this.#codecFor(resource, entry.apiVersion);
      return codec === undefined ? entry : reconciled(entry, codec.schema, this.#schemas);
    });
  }

  /** Differences of two objects of the stored version, in each version; computed on demand. */
  differences(
    resource: StoredResource,
    old: ApiObject,
    next: ApiObject,
    filter: FieldFilter,
    known = new Map<string, Comparison | undefined>(),
  ): Differences {
    return (apiVersion) => {
      if (!known.has(apiVersion))
        known.set(apiVersion, this.#difference(resource, old, next, filter, apiVersion));
      return known.get(apiVersion);
    };
  }

  /** The same as `differences`, with the comparison in the version of the writer worked out in slices. */
  async differencesPaced(
    resource: StoredResource,
    old: ApiObject,
    next: ApiObject,
    { apiVersion, filter }: Pick<FieldOwner, 'apiVersion' | 'filter'>,
    pacer: Pacer | undefined,
  ): Promise<Differences> {
    const known = new Map<string, Comparison | undefined>();
    const codec = this.#codecFor(resource, apiVersion);
    if (codec !== undefined)
      known.set(apiVersion, await this.#comparedPaced(old, next, codec, filter, pacer));
    return this.differences(resource, old, next, filter, known);
  }

  async #comparedPaced(
    old: ApiObject,
    next: ApiObject,
    codec: VersionConverter,
    filter: FieldFilter,
    pacer: Pacer | undefined,
  ): Promise<Comparison> {
    const options = { schema: codec.schema, schemas: this.#schemas, filter };
    try {
      return await compareObjectsPaced(inVersion(codec, old), inVersion(codec, next), options, pacer);
    } catch {
      return same;
    }
  }

  #difference(
    resource: StoredResource,
    old: ApiObject,
    next: ApiObject,
    filter: FieldFilter,
    apiVersion: string,
  ): Comparison | undefined {
    const codec = this.#codecFor(resource, apiVersion);
    if (codec === undefined) return undefined;
    try {
      return this.compare(inVersion(codec, old), inVersion(codec, next), codec, filter);
    } catch {
      // An object that cannot be converted: managers of that version keep their fields.
      return same;
    }
  }

  compare(old: JsonMap, next: JsonMap, codec: VersionConverter, filter: FieldFilter): Comparison {
    return compareObjects(old, next, codec.schema, this.#schemas, filter);
  }

  /** The fields of an entry in the version of `object`. */
  fieldsIn(
    resource: StoredResource,
    entry: TrackedEntry,
    object: ApiObject,
    codec: VersionConverter,
  ): FieldSet {
    const { apiVersion, fieldsV1 } = entry;
    if (object.apiVersion === apiVersion) return fieldsV1;
    const own = this.#codecFor(resource, apiVersion);
    if (own === undefined) return undefined;
    try {
      const inOwn = own.fromStored(codec.convertToStored(copyJson(object)));
      const part = shaped(extractFields(inOwn, fieldsV1, own.schema, this.#schemas), own, inOwn);
      const nothing = shaped({}, own, inOwn);
      const back = (value: ApiObject): ApiObject => codec.fromStored(own.convertToStored(value));
      return this.compare(back(nothing), back(part), codec, () => true).changed;
    } catch {
      return fieldsV1;
    }
  }
}

const inVersion = (codec: VersionConverter, stored: ApiObject): ApiObject =>
  codec.isStored ? stored : codec.fromStored(copyJson(stored));

function shaped(part: JsonMap, { schema }: VersionConverter, { kind, apiVersion }: ApiObject): ApiObject {
  return { kind, apiVersion, ...new Normalizer().normalize(part, schema) } as ApiObject;
}

/** An object with nothing but its type. */
export function emptyObject(codec: VersionConverter, kind: string, apiVersion: string): ApiObject {
  return { kind, apiVersion, ...new Normalizer().normalize({}, codec.schema) } as ApiObject;
}
