import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { type Standing, validateSupported } from './forbidden.ts';
import { additionalOf, dependenciesOf, itemListOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { validateListType, validateMapType } from './merge-types.ts';
import { metaFields } from './pruning.ts';
import type { SchemaRules } from './rules.ts';

/** The rules for a schema whatever it is used for. */
export function validateSchema(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaRules,
  standing: Standing,
): FieldError[] {
  const preserve = rules.names.preserveUnknownFields;
  return [
    ...validateSupported(schema, path, rules, standing),
    ...(schema.uniqueItems
      ? [
          forbidden(
            path.child('uniqueItems'),
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...validateBelow(schema, path, rules, standing),
    ...(schema[preserve] === false
      ? [invalid(path.child(preserve), false, 'must be true or undefined')]
      : []),
    ...validateMapType(schema, path, rules),
    ...validateListType(schema, path, rules),
  ];
}

function validateBelow(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaRules,
  standing: Standing,
): FieldError[] {
  const inside: Standing = { ...standing, isRoot: false };
  const below = (child: JsonSchema | undefined, at: FieldPath, more: Standing = {}) =>
    child === undefined ? [] : validateSchema(child, at, rules, { ...inside, ...more });
  const isWhole = standing.isRoot || schema[rules.names.embeddedResource];
  const meta = (name: string): Standing => {
    if (!isWhole || !metaFields.includes(name)) return {};
    return { insideMeta: true, ...(standing.isRoot && { noDefault: `in top-level ${name}` }) };
  };
  const named = (field: string, schemas: Record<string, JsonSchema> = {}, standsIn = (_: string) => ({})) =>
    eachFault(Object.entries(schemas), ([name, child]) =>
      below(child, path.child(field).key(name), standsIn(name)),
    );
  const combined = (field: 'allOf' | 'oneOf' | 'anyOf') =>
    eachFault(schema[field] ?? [], (child, index) => below(child, path.child(field).index(index)));
  return [
    ...validateAdditional(schema, path),
    ...below(
      additionalOf(schema),
      path.child('additionalProperties'),
      standing.insideMeta ? { noDefault: 'inside additionalProperties applying to object metadata' } : {},
    ),
    ...named('properties', schema.properties, meta),
    ...below(schema.not, path.child('not')),
    ...combined('allOf'),
    ...combined('oneOf'),
    ...combined('anyOf'),
    ...named('definitions', schema.definitions),
    ...below(itemsOf(schema), path.child('items')),
    ...eachFault(itemListOf(schema), (child, index) => below(child, path.child('items').index(index))),
    ...named('dependencies', dependenciesOf(schema)),
  ];
}

/** An object has named properties or is a map: fields that it does not name are ignored, not described. */
function validateAdditional({ properties, additionalProperties }: JsonSchema, path: FieldPath): FieldError[] {
  const isMap = additionalProperties !== undefined && additionalProperties !== true;
  if (!isMap || Object.keys(properties ?? {}).length === 0) return [];
  const text = 'additionalProperties and properties are mutual exclusive';
  return [forbidden(path.child('additionalProperties'), text)];
}
