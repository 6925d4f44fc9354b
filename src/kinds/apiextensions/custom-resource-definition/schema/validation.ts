import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { validateSupported } from './forbidden.ts';
import { additionalOf, itemListOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { validateListType, validateMapType } from './merge-types.ts';
import type { SchemaRules } from './rules.ts';

/** The rules for a schema whatever it is used for. `noDefault`: why nothing below may have a default. */
export function validateSchema(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaRules,
  noDefault?: string,
): FieldError[] {
  const preserve = rules.names.preserveUnknownFields;
  return [
    ...validateSupported(schema, path, rules, noDefault),
    ...(schema.uniqueItems
      ? [
          forbidden(
            path.child('uniqueItems'),
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...validateBelow(schema, path, rules, noDefault),
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
  noDefault?: string,
): FieldError[] {
  const below = (child: JsonSchema | undefined, at: FieldPath, why = noDefault) =>
    child === undefined ? [] : validateSchema(child, at, rules, why);
  const named = (field: 'properties' | 'definitions') =>
    eachFault(Object.entries(schema[field] ?? {}), ([name, child]) =>
      below(child, path.child(field).key(name)),
    );
  const combined = (field: 'allOf' | 'oneOf' | 'anyOf') =>
    eachFault(schema[field] ?? [], (child, index) =>
      below(child, path.child(field).index(index), `inside ${field}`),
    );
  return [
    ...validateAdditional(schema, path),
    ...below(additionalOf(schema), path.child('additionalProperties')),
    ...named('properties'),
    ...below(schema.not, path.child('not'), 'inside not'),
    ...combined('allOf'),
    ...combined('oneOf'),
    ...combined('anyOf'),
    ...named('definitions'),
    ...below(itemsOf(schema), path.child('items')),
    ...eachFault(itemListOf(schema), (child, index) => below(child, path.child('items').index(index))),
  ];
}

/** An object has named properties or is a map: fields that it does not name are ignored, not described. */
function validateAdditional({ properties, additionalProperties }: JsonSchema, path: FieldPath): FieldError[] {
  const isMap = additionalProperties !== undefined && additionalProperties !== true;
  if (!isMap || Object.keys(properties ?? {}).length === 0) return [];
  const text = 'additionalProperties and properties are mutual exclusive';
  return [forbidden(path.child('additionalProperties'), text)];
}
