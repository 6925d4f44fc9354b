import type { ListMetadata } from '../../meta/metadata.ts';
import { plainField } from '../../schema/plain-field.ts';
import type { FieldSchema, StructSchema } from '../../schema/schema.ts';
import { envelopeHead, rawTag } from './envelope.ts';
import { delimitedField, fieldHead } from './field.ts';
import { encodeListMetadata } from './status.ts';

/** The type of a kind's list, which the definitions do not have: {1: metadata, 2: items}. */
export function listSchema(listMeta: StructSchema, item: StructSchema): StructSchema {
  const fields: FieldSchema[] = [
    plainField({ name: 'metadata', number: 1, schema: listMeta, always: true }),
    plainField({
      name: 'items',
      number: 2,
      schema: { type: 'list', element: item },
      required: true,
      always: true,
    }),
  ];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { type: 'struct', name: `${item.name}List`, description: '', fields, byName };
}

const metadataTag = 0x0a;

/** Tag of an item in a list. It equals rawTag, so that the same bytes serve in a list and in an envelope. */
export const itemTag = 0x12;

/**
 * The bytes of a list in its envelope before its items. The items follow as fields `itemTag`, of `itemsLength` bytes
 * together, then `envelopeTail`.
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
