import { parseJson } from '../../api/codec/json.ts';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { envelopeHead, envelopeTail } from '../../api/codec/protobuf/envelope.ts';
import { delimitedField } from '../../api/codec/protobuf/field.ts';
import { itemTag } from '../../api/codec/protobuf/list.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition, type StructSchema } from '../../api/schema/schema.ts';
import {
  type Encodable,
  EncodingCache,
  type EncodingOptions,
} from '../../registry/conversion/encoding-cache.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { Stored } from '../../registry/resource.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { MetadataRanges } from './metadata-range.ts';

/** Encodes objects of a kind in one version. */
export type ProtobufKind = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'schema'>;

/** Objects of a kind, in one version, in Protobuf. */
export class ProtobufCodec {
  readonly #encoder: ProtobufEncoder;
  readonly #kind: ProtobufKind;
  readonly #partial: StructSchema;
  readonly #envelopeHead: Buffer;

  constructor(encoder: ProtobufEncoder, kind: ProtobufKind) {
    this.#encoder = encoder;
    this.#kind = kind;
    this.#partial = partialSchema(kind.schema);
    this.#envelopeHead = envelopeHead(apiVersionOf(kind), kind.kind);
  }

  /** An object as the field that it is in lists and in its envelope. */
  field(object: object): Buffer {
    return delimitedField(itemTag, this.#encoder.encode(object, this.#kind.schema));
  }

  /** Nothing but the metadata of an object, as a field. */
  partial({ metadata }: ApiObject): Buffer {
    return delimitedField(itemTag, this.#encoder.encode({ metadata }, this.#partial));
  }

  /** The field in its envelope: a whole answer. */
  inEnvelope(field: Buffer): Buffer {
    return Buffer.concat([this.#envelopeHead, field, envelopeTail]);
  }
}

/** The entries of a resource type, in one of the versions in which it is served, in Protobuf. */
export class ProtobufEntries {
  readonly objects: ProtobufCodec;
  readonly #codec: VersionCodec;
  readonly #fields: EncodingCache<Buffer>;
  readonly #partialFields: EncodingCache<Buffer>;

  constructor(encoder: ProtobufEncoder, definition: KindDefinition, codec: VersionCodec) {
    this.objects = new ProtobufCodec(encoder, definition);
    this.#codec = codec;
    const options: EncodingOptions<Buffer> = { memory: codec.memory, bytesOf: ({ length }) => length };
    this.#fields = new EncodingCache(options);
    this.#partialFields = new EncodingCache(options);
  }

  /**
   * The field of lists and envelopes. The answer to a write and the event that tells of it have the same. `keep`: it is likely
   * to be asked for again.
   */
  field(stored: Encodable & Pick<Stored, 'object'>, keep = true): Buffer {
    let field = this.#fields.get(stored);
    if (field === undefined) {
      field = this.objects.field(this.#objectOf(stored));
      if (keep) this.#fields.set(stored, field);
    }
    return field;
  }

  /** From the stored version in one go: bytes of the served one would be made only to be read. */
  #objectOf({ json, object }: Encodable & Pick<Stored, 'object'>): ApiObject {
    if (object !== undefined && this.#codec.isStored) return object;
    return this.#codec.fromStored(decodeServed(json));
  }

  /** The same of nothing but the metadata, which are given as JSON. */
  partialField(entry: CacheEntry, ranges: MetadataRanges, keep = true): Buffer {
    let field = this.#partialFields.get(entry);
    if (field === undefined) {
      const metadata = parseJson(ranges.of(this.#codec.entry(entry)).toString());
      field = this.objects.partial({ metadata } as object as ApiObject);
      if (keep) this.#partialFields.set(entry, field);
    }
    return field;
  }
}

/** A field with nothing but metadata, in its envelope. `version`: apiVersion of the answer. */
export function partialInEnvelope(field: Buffer, version: string): Buffer {
  return Buffer.concat([envelopeHead(version, 'PartialObjectMetadata'), field, envelopeTail]);
}

/** Metadata have the same number in PartialObjectMetadata as in every kind. */
function partialSchema({ byName }: StructSchema): StructSchema {
  const metadata = byName.get('metadata')!;
  return {
    type: 'struct',
    name: 'meta.v1.PartialObjectMetadata',
    description: '',
    fields: [metadata],
    byName: new Map([['metadata', metadata]]),
  };
}
