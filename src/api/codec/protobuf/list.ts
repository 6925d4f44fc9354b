import type { ListMetadata } from '../../meta/metadata.ts';
import { envelopeHead, rawTag } from './envelope.ts';
import { delimitedField, fieldHead } from './field.ts';
import { encodeListMetadata } from './status.ts';

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
