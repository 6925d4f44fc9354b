import type { ListMetadata } from '../../meta/metadata.ts';
import type { FieldSchema, StructSchema } from '../../schema/schema.ts';
import { envelopeHead, rawTag } from './envelope.ts';
import { delimitedField, fieldHead } from './field.ts';
import { encodeListMetadata } from './status.ts';

/** A kind's list as a message: {1: metadata, 2: items}. For definitions only name the kind itself. */
export function listSchema(listMeta: StructSchema, item: StructSchema): StructSchema {
  const fields: FieldSchema[] = [
    { ...bare, name: 'metadata', number: 1, schema: listMeta, always: true },
    {
      ...bare,
      name: 'items',
      number: 2,
      schema: { type: 'list', element: item },
      required: true,
      always: true,
    },
  ];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { type: 'struct', name: `${item.name}List`, description: '', fields, byName };
}

const bare: Omit<FieldSchema, 'name' | 'number' | 'schema'> = {
  inlinedFrom: [],
  description: '',
  nullable: false,
  required: false,
  always: false,
  values: [],
  default: undefined,
  listType: 'atomic',
  listKeys: [],
  mapType: 'granular',
  mergeKey: undefined,
  patchStrategies: [],
};

const metadataTag = 0x0a;

/** Of an item in its list: that of an object in its envelope too, so that one field serves both. */
export const itemTag = 0x12;

/**
 * Everything of a list in its envelope before its items, which stand there as fields `itemTag`, `itemsLength`
 * bytes together; after them comes the end of the envelope.
 */
export function listHead(
  apiVersion: string,
  kind: string,
  metadata: ListMetadata,
  itemsLength: number,
): Buffer {
  const field = delimitedField(metadataTag, encodeListMetadata(metadata));
  return Buffer.concat([
    envelopeHead(apiVersion, kind),
    fieldHead(rawTag, field.length + itemsLength),
    field,
  ]);
}
