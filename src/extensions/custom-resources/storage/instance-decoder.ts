import { isNormalized } from '../../../api/codec/is-normalized.ts';
import { DecodeError, parseJson } from '../../../api/codec/json.ts';
import { Normalizer } from '../../../api/codec/normalizer.ts';
import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { typeFields } from '../../../api/meta/metadata.ts';
import { apiVersionOf, type StructSchema } from '../../../api/schema/schema.ts';
import { withDefaults } from '../../../api/structural-schema/apply-defaults.ts';
import { encodeStored } from '../../../registry/conversion/object-codec.ts';
import { isUnplaced, type ObjectPlace } from '../../../registry/conversion/object-place.ts';
import { withoutLineFeed } from '../../../storage/storage-format.ts';
import type { DecodedEntry, DecodeStored } from '../../../storage/watch-cache/entry.ts';
import type { CustomKind } from '../kind/custom-kind.ts';

/** The versions of one definition, as it is now. */
export interface Versions {
  /** Undefined for one that the definition does not have (any more). */
  kindOf(version: string): CustomKind | undefined;
  readonly storage: string;
}

/**
 * Reads instances from the store in one version: what is stored is pruned and gets its defaults by the schema of the
 * version in which it is stored, and is pruned by the schema of this one, as the definition is now. Bytes that a
 * conversion webhook has to make come as they were answered; see `markConverted`.
 */
export class InstanceDecoder {
  readonly #versions: Versions;
  readonly #isRemote: boolean;
  readonly #kind: CustomKind;
  readonly #apiVersion: string;
  readonly #head: Buffer;
  /** Bytes that were made of those in the store, which are as a write would leave them. */
  readonly #converted = new WeakMap<Buffer, { isStale: boolean }>();

  /** `isRemote`: versions differ by more than their name and schema, so that this cannot make one of the other. */
  constructor(kind: CustomKind, versions: Versions, isRemote: boolean) {
    this.#kind = kind;
    this.#isRemote = isRemote;
    this.#versions = versions;
    const { definition } = kind;
    this.#apiVersion = apiVersionOf(definition);
    this.#head = Buffer.from(`{"kind":"${definition.kind}","apiVersion":"${this.#apiVersion}","metadata":{`);
  }

  /** Throws for bytes that are no instance. */
  readonly decode: DecodeStored = (given, place) => {
    const converted = this.#converted.get(given);
    const bytes = withoutLineFeed(given);
    const parsed = JSON.parse(bytes.toString()) as ApiObject;
    if (this.#isAsWritten(bytes, parsed, converted !== undefined))
      return this.#entryOf(parsed, bytes, place, converted?.isStale ?? false);
    const { object, isStale } =
      converted === undefined
        ? this.#inVersion(bytes)
        : { ...converted, object: shaped(parseInstance(bytes), this.#kind) };
    const stored = encodeStored(object, this.#kind.definition);
    return this.#entryOf(object, stored, place, isStale);
  };

  /** Marks bytes in this version that were made of others. `isStale`: a write would put something else there. */
  markConverted(bytes: Buffer, isStale: boolean): Buffer {
    this.#converted.set(bytes, { isStale });
    return bytes;
  }

  /**
   * The stored instance by the schema of its stored version: pruned, with its defaults. `isStale`: a write
   * would put something else there.
   */
  readStored(value: Buffer): { object: ApiObject; kind: CustomKind; isStale: boolean } {
    const bytes = withoutLineFeed(value);
    const given = parseInstance(bytes);
    const version = given.apiVersion.slice(given.apiVersion.indexOf('/') + 1);
    const kind = this.#versions.kindOf(version);
    if (kind === undefined || apiVersionOf(kind.definition) !== given.apiVersion)
      throw new Error(`request to convert CR from an invalid group/version: ${given.apiVersion}`);
    const object = asStored(given, kind);
    const isStale =
      version !== this.#versions.storage || !encodeStored(object, kind.definition).equals(bytes);
    return { object, kind, isStale };
  }

  #isAsWritten(bytes: Buffer, parsed: ApiObject, isConverted: boolean): boolean {
    const { definition, node } = this.#kind;
    if (!bytes.subarray(0, this.#head.length).equals(this.#head)) return false;
    if (!isNormalized(parsed, definition.schema, typeFields) || parsed.metadata.resourceVersion !== undefined)
      return false;
    // Made of another version, it has no defaults of this one.
    if (isConverted) return true;
    const { kind: _kind, apiVersion: _apiVersion, metadata, ...fields } = parsed;
    const isStoredVersion = definition.version === this.#versions.storage;
    return (
      isStoredVersion &&
      Boolean(metadata.generation) &&
      (node === undefined || withDefaults(fields, node) === fields)
    );
  }

  #entryOf({ metadata }: ApiObject, stored: Buffer, place: ObjectPlace, isStale: boolean): DecodedEntry {
    const labels = metadata.labels && { ...metadata.labels };
    return {
      stored,
      labels,
      fields: {},
      ...(isUnplaced(metadata, place, this.#kind.definition.namespaced) ? { isUnplaced: true } : {}),
      ...(isStale ? { isStale } : {}),
    };
  }

  #inVersion(bytes: Buffer): { object: ApiObject; isStale: boolean } {
    const { object, kind: stored, isStale } = this.readStored(bytes);
    if (stored !== this.#kind && this.#isRemote) throw new Error(`it is stored as ${object.apiVersion}`);
    const { kind } = this.#kind.definition;
    return { object: shaped({ ...object, kind, apiVersion: this.#apiVersion }, this.#kind), isStale };
  }
}

function parseInstance(bytes: Buffer): ApiObject {
  const object = parseJson(bytes.toString());
  if (!isMap(object)) throw new Error('not an object');
  if (typeof object['apiVersion'] !== 'string' || typeof object['kind'] !== 'string')
    throw new Error('it does not say of which type it is');
  return object as ApiObject;
}

/** Shapes an instance as it is read from the store: metadata that no longer fit are dropped, defaults filled in. */
function asStored(given: ApiObject, kind: CustomKind): ApiObject {
  const object = shaped(given, kind);
  if (!object.metadata.generation) object.metadata.generation = 1;
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...fields } = object;
  const defaulted = kind.node === undefined ? fields : (withDefaults(fields, kind.node) as JsonMap);
  const { kind: name } = kind.definition;
  return { kind: name, apiVersion: apiVersionOf(kind.definition), metadata, ...defaulted };
}

function shaped(given: ApiObject, { definition }: CustomKind): ApiObject {
  const metadata = lenientMetadata(given.metadata, definition.schema);
  const object = { ...given, metadata };
  return new Normalizer().normalize(object, definition.schema, typeFields) as ApiObject;
}

/** A field that is not of its type is left out: another program wrote it. */
function lenientMetadata(metadata: unknown, { byName }: StructSchema): ApiObject['metadata'] {
  if (!isMap(metadata)) return {};
  const schema = byName.get('metadata')!.schema as StructSchema;
  const fits = (value: JsonMap): boolean => {
    try {
      new Normalizer().normalize(value, schema);
      return true;
    } catch (error) {
      if (error instanceof DecodeError) return false;
      throw error;
    }
  };
  if (fits(metadata)) return metadata;
  const kept = Object.entries(metadata).filter(([name, value]) => fits({ [name]: value }));
  return Object.fromEntries(kept);
}
