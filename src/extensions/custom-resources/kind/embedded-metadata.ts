import { DecodeError } from '../../../api/codec/json.ts';
import { Normalizer } from '../../../api/codec/normalizer.ts';
import { equalValues, type JsonMap } from '../../../api/json/json-values.ts';
import type { StructSchema } from '../../../api/schema/schema.ts';
import { mapItems, mapMembers, sortedDeep } from '../../../api/structural-schema/prune.ts';
import { memberOf, type SchemaNode } from '../../../api/structural-schema/schema-node.ts';
import type { ValueStyle } from '../../../api/structural-schema/value-style.ts';
import { invalid } from '../../../api/validation/field-errors.ts';

/**
 * The objects that are embedded in a value, with their metadata as metadata are: fields that metadata do not have are
 * dropped. Throws DecodeError for a field of the wrong type. The given value is not changed.
 */
export function coerceEmbedded(
  value: JsonMap,
  node: SchemaNode,
  metadata: StructSchema,
  style: ValueStyle,
): JsonMap {
  return coerce(value, node, '', { metadata, style }) as JsonMap;
}

interface Context {
  readonly metadata: StructSchema;
  readonly style: ValueStyle;
}

function coerce(value: unknown, node: SchemaNode, path: string, context: Context): unknown {
  if (!node.hasEmbedded || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return value;
    return mapItems(value, (item, index) => coerce(item, items, `${path}[${index}]`, context));
  }
  return mapMembers(value as JsonMap, (member, key) => {
    const below = path === '' ? key : `${path}.${key}`;
    if (node.isEmbedded && key === 'metadata') return coerceMetadata(member, below, context);
    if (node.isEmbedded && (key === 'kind' || key === 'apiVersion')) return text(member, below, context);
    const ofMember = memberOf(node, key);
    return typeof ofMember === 'object' ? coerce(member, ofMember, below, context) : member;
  });
}

function text(value: unknown, path: string, context: Context): unknown {
  if (typeof value === 'string') return value;
  throw new DecodeError(refusal(path, value, 'must be a string', context));
}

function refusal(path: string, value: unknown, problem: string, { style }: Context): string {
  const { body, jsonBody = body } = invalid(path, style.showsJson ? sortedDeep(value) : value, problem);
  return `${path}: ${style.showsJson ? jsonBody : body}`;
}

/** An object that was not created by itself has no creation time. */
function coerceMetadata(value: unknown, path: string, context: Context): unknown {
  if (value === null) return {};
  const { creationTimestamp, ...typed } = typedMetadata(value, path, context);
  const coerced = creationTimestamp === null ? typed : { ...typed, creationTimestamp };
  return equalValues(coerced, value) ? value : coerced;
}

function typedMetadata(value: unknown, path: string, context: Context): JsonMap {
  try {
    return new Normalizer().normalize(value, context.metadata);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(refusal(path, value, error.message, context));
  }
}
