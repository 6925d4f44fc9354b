import { copyJson } from '../../api/codec/copy-json.ts';
import { isNormalized } from '../../api/codec/is-normalized.ts';
import { writeJson } from '../../api/codec/json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import { isEnvelope } from '../../api/codec/protobuf/envelope.ts';
import { hasHtml } from '../../api/go-format/go-syntax.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { typeFields } from '../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import {
  fieldsOf,
  jsonFormat,
  readValue,
  type StorageFormat,
  withoutLineFeed,
} from '../../storage/storage-format.ts';
import type { DecodedEntry, DecodeStored } from '../../storage/watch-cache/entry.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { AnyKindRules } from '../kind-rules.ts';
import type { EncodedObject, StorageCodec } from '../resource.ts';
import { encodeStored } from './object-codec.ts';
import { isUnplaced } from './object-place.ts';
import { type StoredVersions, typeText } from './stored-versions.ts';
import { VersionCodec } from './version-codec.ts';

const emptyList = Buffer.from(':[]');

export interface BuiltInCodecOptions {
  versions: StoredVersions;
  format: StorageFormat;
}

/**
 * Between the store's bytes of a built-in kind and the JSON that the caches keep. Looks at the bytes before anything
 * relies on them: they are an object of the kind, in one of its versions, in any stored form, and not that of another place. What
 * is as this server writes it (the usual case: JSON of the version that the caches have) is kept as it is.
 */
export class BuiltInCodec implements StorageCodec {
  readonly #definition: KindDefinition;
  readonly #rules: AnyKindRules;
  readonly #head: Buffer;
  readonly #readable = new Map<string, VersionCodec>();
  readonly #format: StorageFormat;
  readonly written: KindDefinition;
  readonly #writing: VersionCodec;

  constructor(definition: KindDefinition, rules: AnyKindRules, { versions, format }: BuiltInCodecOptions) {
    this.#definition = definition;
    this.#rules = rules;
    const { group, kind } = definition;
    this.#head = Buffer.from(`{"kind":"${kind}","apiVersion":"${apiVersionOf(definition)}","metadata":{`);
    const type = { definition, rules, kind: { group, kind } };
    for (const [text, version] of versions.readable(definition))
      this.#readable.set(text, new VersionCodec(version, type));
    this.#format = versions.isAlwaysJson(definition) ? jsonFormat : format;
    this.written = versions.writtenAs(definition);
    this.#writing = new VersionCodec(this.written, type);
  }

  /** The stored bytes are those that the caches keep, and a line feed. */
  get isPlain(): boolean {
    return this.#writing.isStored && !this.#format.isProtobuf;
  }

  async encode(shaped: ApiObject, line: Buffer, pacer: Pacer | undefined): Promise<EncodedObject> {
    let object = shaped;
    if (!this.#writing.isStored) {
      const copy = copyJson(shaped);
      await pacer?.step();
      object = this.#writing.fromStored(copy);
      await pacer?.step();
    }
    const written = this.#format.encode(object, this.written);
    // Protobuf has no empty lists, and conversions may leave them out: the caches keep what will be read.
    if (line.includes(emptyList)) return { stored: this.#converted(written).stored, written };
    return { stored: line.subarray(0, -1), written, object: shaped };
  }

  readonly decode: DecodeStored = (bytes, place) => {
    const kept = isEnvelope(bytes) ? undefined : this.#asKept(withoutLineFeed(bytes));
    const { object, stored, isStale } = kept ?? this.#converted(bytes);
    const { labels } = object.metadata;
    const fields = this.#rules.selectableFields?.of(object) ?? {};
    return {
      stored,
      labels,
      fields,
      ...(isUnplaced(object.metadata, place, this.#definition.namespaced) ? { isUnplaced: true } : {}),
      ...(isStale ? { isStale } : {}),
    };
  };

  /** The entry of JSON that the caches can keep as it is; undefined for other bytes. */
  #asKept(stored: Buffer): (Pick<DecodedEntry, 'stored' | 'isStale'> & { object: ApiObject }) | undefined {
    if (!stored.subarray(0, this.#head.length).equals(this.#head)) return undefined;
    const text = stored.toString();
    const object = JSON.parse(text) as ApiObject;
    if (!isCanonical(object, this.#definition)) return undefined;
    // A release before this one did not have all defaults, and none are needed where there are none.
    this.#definition.filled?.fill(object);
    this.#rules.applyDefaults?.(object);
    this.#rules.applyReadDefaults?.(object);
    const hasDefaults = this.#definition.filled !== undefined || this.#rules.applyDefaults !== undefined;
    if (hasDefaults ? writeJson(object) !== text : hasHtml(text)) return undefined;
    return { object, stored, isStale: !this.isPlain };
  }

  /** Throws when they cannot be brought into shape. */
  #converted(bytes: Buffer): { object: ApiObject; stored: Buffer; isStale: boolean } {
    const value = readValue(bytes);
    const version = this.#readable.get(typeText(value.apiVersion, value.kind));
    if (version === undefined) throw new Error(`it is of kind ${value.kind}, version ${value.apiVersion}`);
    const given = fieldsOf(value, version) as unknown as ApiObject;
    given.metadata ??= {};
    if (typeof given.metadata !== 'object') throw new Error('no metadata');
    const isForm = value.isProtobuf === this.#format.isProtobuf && !value.isForeign;
    const isWritten = isForm && version.definition === this.written;
    const isShaped = value.isProtobuf || isCanonical(given, version.definition);
    const shaped = new Normalizer().normalize(given, version.schema) as unknown as ApiObject;
    const object = version.fromStore(shaped);
    this.#rules.applyReadDefaults?.(object);
    const stored = encodeStored(object, this.#definition);
    const isSame = !version.isStored || value.isProtobuf || stored.equals(withoutLineFeed(bytes));
    return { object, stored, isStale: !(isWritten && isShaped && isSame) };
  }
}

function isCanonical(object: ApiObject, { schema }: KindDefinition): boolean {
  return isNormalized(object, schema, typeFields) && object.metadata.resourceVersion === undefined;
}
