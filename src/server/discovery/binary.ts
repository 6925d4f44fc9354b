import { Normalizer } from '../../api/codec/normalizer.ts';
import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { encodeEnvelope } from '../../api/codec/protobuf/envelope.ts';
import type { Definitions, FieldSchema, StructSchema } from '../../api/schema/schema.ts';

/** A document of discovery. */
export type DiscoveryDocument = { kind: string; apiVersion?: string } & Readonly<Record<string, unknown>>;

/** Documents of discovery in Protobuf. */
export class DiscoveryEncoder {
  readonly #encoder: ProtobufEncoder;
  readonly #structs: Definitions['structs'];
  /** APIResourceList, as it travels. */
  readonly #resourceList: StructSchema;

  constructor(encoder: ProtobufEncoder, structs: Definitions['structs']) {
    this.#encoder = encoder;
    this.#structs = structs;
    this.#resourceList = withVerbMessages(structs.get('meta.v1.APIResourceList')!);
  }

  encode(document: DiscoveryDocument): Buffer {
    const { kind, apiVersion = '' } = document;
    const schema = this.#structs.get(`meta.v1.${kind}`)!;
    const shaped = new Normalizer().normalize(document, schema);
    const raw =
      kind === 'APIResourceList'
        ? this.#encoder.encode(withVerbObjects(shaped), this.#resourceList)
        : this.#encoder.encode(shaped, schema);
    return encodeEnvelope(apiVersion, kind, raw);
  }
}

/** The verbs of a resource type are a list in JSON, and in Protobuf a message that holds one: {items 1}. */
function withVerbMessages(list: StructSchema): StructSchema {
  const resources = list.byName.get('resources')!;
  const resource = (resources.schema as { element: StructSchema }).element;
  const verbs = resource.byName.get('verbs')!;
  const items = structOf('meta.v1.Verbs', [{ ...verbs, name: 'items', number: 1 }]);
  const itself = structOf(
    resource.name,
    resource.fields.map((field) => (field === verbs ? { ...field, schema: items } : field)),
  );
  return structOf(
    list.name,
    list.fields.map((field) =>
      field === resources ? { ...field, schema: { type: 'list', element: itself } } : field,
    ),
  );
}

function withVerbObjects(list: Record<string, unknown>): object {
  const resources = list['resources'] as Record<string, unknown>[];
  return { ...list, resources: resources.map((one) => ({ ...one, verbs: { items: one['verbs'] } })) };
}

function structOf(name: string, fields: readonly FieldSchema[]): StructSchema {
  return {
    type: 'struct',
    name,
    description: '',
    fields,
    byName: new Map(fields.map((one) => [one.name, one])),
  };
}
