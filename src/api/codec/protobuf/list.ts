import type { FieldSchema, StructSchema } from '../../schema/schema.ts';
import { BackwardWriter } from './writer.ts';

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
const itemsTag = 0x12;

/** The message of a list out of messages that are there already: its metadata and each of its items. */
export function encodeList(metadata: Uint8Array, items: readonly Uint8Array[]): Buffer {
  const size = items.reduce((sum, item) => sum + item.length + mostOverhead, metadata.length + mostOverhead);
  const writer = new BackwardWriter(size);
  for (let index = items.length - 1; index >= 0; index--) {
    writer.delimited(items[index]!);
    writer.varint(itemsTag);
  }
  writer.delimited(metadata);
  writer.varint(metadataTag);
  return writer.take();
}

/** A tag and a length of at most 2^32. */
const mostOverhead = 6;
