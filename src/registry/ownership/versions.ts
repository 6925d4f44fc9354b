import { copyJson } from '../../api/codec/copy-json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type Comparison, compareObjects } from '../../api/patch/apply/compare.ts';
import { extractFields } from '../../api/patch/apply/extract.ts';
import type { FieldSet } from '../../api/patch/apply/field-set.ts';
import type { TrackedEntry } from '../../api/patch/apply/managers.ts';
import type { TypedSchemas } from '../../api/patch/apply/structure.ts';
import type { FieldFilter } from '../../api/patch/apply/tracked.ts';
import type { Differences } from '../../api/patch/apply/update.ts';
import { wholeWideNodes } from '../../api/patch/apply/whole-value.ts';
import type { KnownNodes, Turn } from '../../api/patch/apply/wide-nodes.ts';
import type { FormsOf, VersionConverter } from '../conversion/version-converter.ts';
import type { StoredResource } from '../resource.ts';

const same: Comparison = { changed: undefined, removed: undefined };

/** What sets of fields mean in the versions of a kind. */
export class FieldVersions {
  readonly #formsOf: FormsOf;
  readonly #structures: TypedSchemas;

  constructor(formsOf: FormsOf, structures: TypedSchemas) {
    this.#formsOf = formsOf;
    this.#structures = structures;
  }

  form(resource: StoredResource, apiVersion: string): VersionConverter | undefined {
    return this.#formsOf(resource, apiVersion);
  }

  /** What there is to know beforehand of a new object, so that comparing it with nothing takes no time at once. */
  async wideNodes(form: VersionConverter, object: ApiObject, turn: Turn): Promise<KnownNodes | undefined> {
    // In another version it is another object.
    return form.isStored ? wholeWideNodes(object, form.schema, this.#structures, turn) : undefined;
  }

  /** How two objects of the stored version differ, in each version; worked out when it is asked for. */
  differences(
    resource: StoredResource,
    old: ApiObject,
    next: ApiObject,
    counts: FieldFilter,
    wide?: KnownNodes,
  ): Differences {
    const known = new Map<string, Comparison | undefined>();
    return (apiVersion) => {
      if (!known.has(apiVersion))
        known.set(apiVersion, this.#difference(resource, old, next, counts, apiVersion, wide));
      return known.get(apiVersion);
    };
  }

  #difference(
    resource: StoredResource,
    old: ApiObject,
    next: ApiObject,
    counts: FieldFilter,
    apiVersion: string,
    wide: KnownNodes | undefined,
  ): Comparison | undefined {
    const form = this.#formsOf(resource, apiVersion);
    if (form === undefined) return undefined;
    try {
      return this.compare(inForm(form, old), inForm(form, next), form, counts, wide);
    } catch {
      // What cannot be converted is compared with nothing: whoever speaks that version keeps what it has.
      return same;
    }
  }

  compare(
    old: JsonMap,
    next: JsonMap,
    form: VersionConverter,
    counts: FieldFilter,
    wide?: KnownNodes,
  ): Comparison {
    return compareObjects(old, next, form.schema, this.#structures, counts, wide);
  }

  /** The fields of an entry as they are called in another version, for an object of that version. */
  fieldsIn(
    resource: StoredResource,
    entry: TrackedEntry,
    object: ApiObject,
    form: VersionConverter,
  ): FieldSet {
    const { apiVersion, fieldsV1 } = entry;
    if (object.apiVersion === apiVersion) return fieldsV1;
    const own = this.#formsOf(resource, apiVersion);
    if (own === undefined) return undefined;
    try {
      const inOwn = own.fromStored(form.convertToStored(copyJson(object)));
      const part = shaped(extractFields(inOwn, fieldsV1, own.schema, this.#structures), own, inOwn);
      const nothing = shaped({}, own, inOwn);
      const back = (value: ApiObject): ApiObject => form.fromStored(own.convertToStored(value));
      return this.compare(back(nothing), back(part), form, () => true).changed;
    } catch {
      return fieldsV1;
    }
  }
}

const inForm = (form: VersionConverter, stored: ApiObject): ApiObject =>
  form.isStored ? stored : form.fromStored(copyJson(stored));

function shaped(part: JsonMap, { schema }: VersionConverter, { kind, apiVersion }: ApiObject): ApiObject {
  return { kind, apiVersion, ...new Normalizer().normalize(part, schema) } as unknown as ApiObject;
}

/** An object of which nothing is known but its type. */
export function emptyObject(form: VersionConverter, kind: string, apiVersion: string): ApiObject {
  return { kind, apiVersion, ...new Normalizer().normalize({}, form.schema) } as unknown as ApiObject;
}
