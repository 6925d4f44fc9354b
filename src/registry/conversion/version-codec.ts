import { writeJson } from '../../api/codec/json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition, type StructSchema } from '../../api/schema/schema.ts';
import type { FieldError } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { itemStart } from '../../storage/stored-bytes.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { VersionRules } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import type { VersionConverter } from '../version-converter.ts';
import { EncodingCache, EncodingMemory } from './encoding-cache.ts';
import { decodeServed } from './object-codec.ts';

/** The part of a resource that says what its objects are. */
export type StoredType = Pick<StoredResource, 'definition' | 'kind' | 'rules'>;

/**
 * The objects of a resource type in one of the versions in which it is served: in from clients, out to them.
 * Where that is the version in which they are stored, bytes go out as they are.
 */
export class VersionCodec implements VersionConverter {
  readonly definition: KindDefinition;
  readonly #resource: StoredType;
  readonly #rules: VersionRules;
  /** This is the version in which objects are stored. */
  readonly isStored: boolean;
  /** Entries with their bytes in this version. */
  readonly #entries: EncodingCache<CacheEntry>;
  /** For what is kept of entries, in this form and in those made of it. */
  readonly memory: EncodingMemory;

  constructor(definition: KindDefinition, resource: StoredType, memory = new EncodingMemory()) {
    this.memory = memory;
    this.#entries = new EncodingCache({ memory, bytesOf: ({ json }) => json.length });
    this.definition = definition;
    this.#resource = resource;
    this.#rules = resource.rules.versions?.[apiVersionOf(definition)] ?? {};
    this.isStored = definition === resource.definition;
  }

  /** A client's object, in this version, as one of the stored version, with the defaults of both. */
  toStored(object: ApiObject): ApiObject {
    this.#completeOwn(object);
    const errors: FieldError[] = this.#rules.validate?.(object) ?? [];
    if (errors.length > 0) throw invalidObject(this.#resource.kind, object.metadata.name ?? '', errors);
    const stored = this.isStored ? object : this.convertToStored(object);
    this.#complete(stored);
    return stored;
  }

  /** The defaults of this version, where they are not those of the stored one. */
  #completeOwn(object: ApiObject): void {
    this.definition.filledFirst?.fill(object);
    this.#rules.applyDefaults?.(object);
  }

  /** The defaults of the stored version. */
  #complete(stored: ApiObject): void {
    this.#resource.definition.filled?.fill(stored);
    this.#resource.rules.applyDefaults?.(stored);
  }

  /** The same without a check: of an object that some server has accepted and stored in this version. */
  fromStore(object: ApiObject): ApiObject {
    this.#completeOwn(object);
    const stored = this.convertToStored(object);
    this.#complete(stored);
    return stored;
  }

  /** The same without defaults, and without a check. */
  convertToStored(object: ApiObject): ApiObject {
    if (this.isStored) return object;
    const { definition } = this.#resource;
    const converted = this.#rules.toStored?.(object) ?? object;
    const shaped = new Normalizer().normalize(converted, definition.schema) as ApiObject;
    return { ...shaped, kind: definition.kind, apiVersion: apiVersionOf(definition) };
  }

  get schema(): StructSchema {
    return this.definition.schema;
  }

  /** An object of the stored version in this version; the given one may be changed. */
  fromStored(stored: ApiObject): ApiObject {
    if (this.isStored) return stored;
    const converted = this.#rules.fromStored?.(stored) ?? stored;
    const { kind, schema } = this.definition;
    return {
      kind,
      apiVersion: apiVersionOf(this.definition),
      ...new Normalizer().normalize(converted, schema),
    } as ApiObject;
  }

  /** Served bytes of the stored version as bytes of this version. */
  json(stored: Buffer): Buffer {
    return this.isStored ? stored : Buffer.from(writeJson(this.fromStored(decodeServed(stored))));
  }

  /** An entry of the cache with its bytes in this version. */
  entry(entry: CacheEntry): CacheEntry {
    if (this.isStored) return entry;
    let converted = this.#entries.get(entry);
    if (converted === undefined) {
      const json = this.json(entry.json);
      converted = { ...entry, json, itemStart: itemStart(json) };
      this.#entries.set(entry, converted);
    }
    return converted;
  }
}
