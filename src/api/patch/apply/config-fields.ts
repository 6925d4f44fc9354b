import type { JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { ConfigWalker } from './config-walker.ts';
import { type FieldFilter, neverTracked } from './field-filter.ts';
import { type Child, childKeys, differenceBelow, type FieldSet, isMember, nodeOf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import type { TypedSchemas } from './typed-schema.ts';

/** A configuration that does not match its type: one text for each error, `.spec.x: field not declared in schema`. */
export class ConfigError extends Error {
  constructor(errors: readonly string[]) {
    super(errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * The field set of a configuration: scalars (null too), atomic lists and maps as a whole, each item of a list and each
 * key of a map, empty structs and maps; of other structs only the fields in them. Throws ConfigError.
 */
export function configFields(
  config: JsonMap,
  schema: StructSchema,
  schemas: TypedSchemas,
  filter: FieldFilter,
): FieldSet {
  const walker = new ConfigWalker(schemas);
  const children = walker.struct(fieldsOf(config), schema, undefined);
  if (!walker.isValid) throw new ConfigError(errorsOf(config, schema, schemas));
  return differenceBelow(nodeOf(filtered(children, filter), false), neverTracked);
}

/** Collected in a second pass: nearly no configuration has errors. */
function errorsOf(config: JsonMap, schema: StructSchema, schemas: TypedSchemas): string[] {
  const errors: string[] = [];
  new ConfigWalker(schemas, errors).struct(fieldsOf(config), schema, undefined);
  return errors;
}

/** Without kind and apiVersion. */
function fieldsOf({ kind: _kind, apiVersion: _version, ...fields }: JsonMap): JsonMap {
  return fields;
}

function filtered(children: readonly Child[], filter: FieldFilter): Child[] {
  return children.flatMap(([key, node]): Child[] => {
    if (!filter(key.slice(2))) return [];
    if (key !== metadataKey) return [[key, node]];
    const fields = childKeys(node).filter((name) => filter(`metadata.${name.slice(2)}`));
    const left = nodeOf(
      fields.map((name): Child => [name, node[name]!]),
      isMember(node),
    );
    return left === undefined ? [] : [[key, left]];
  });
}

const metadataKey = fieldKey('metadata');
