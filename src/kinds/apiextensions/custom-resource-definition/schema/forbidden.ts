import {
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
} from '../../../../api/machinery/field-errors.ts';
import { itemListOf, type JsonSchema } from './json-schema.ts';
import type { SchemaRules } from './rules.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export const isStandardType = (type: string | undefined): boolean => !type || types.includes(type);

/** Fields that no schema may have here; whether they are there is all that counts. */
const unsupported = (schema: JsonSchema): string[] => [
  ...(schema.id ? ['id'] : []),
  ...(schema.additionalItems === undefined ? [] : ['additionalItems']),
  ...(isEmpty(schema.patternProperties) ? [] : ['patternProperties']),
  ...(isEmpty(schema.definitions) ? [] : ['definitions']),
  ...(schema.dependencies === undefined ? [] : ['dependencies']),
  ...(schema.$ref === undefined ? [] : ['$ref']),
];

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

/** Where a schema stands. */
export interface Standing {
  isRoot?: boolean;
  /** In what every object has: its kind, its metadata. */
  insideMeta?: boolean;
  /** What place it is, where that is one for no default. */
  noDefault?: string;
}

export function validateSupported(
  schema: JsonSchema,
  path: FieldPath,
  { names, validTypes, allowDefaults }: SchemaRules,
  { insideMeta = false, noDefault }: Standing,
): FieldError[] {
  const { type } = schema;
  const notHere = noDefault !== undefined || !allowDefaults;
  return [
    ...(validTypes && !isStandardType(type) ? [notSupported(path.child('type'), type, types)] : []),
    ...(schema.default !== undefined && notHere
      ? [forbidden(path.child('default'), `must not be set${noDefault ? ` ${noDefault}` : ''}`)]
      : []),
    ...unsupported(schema).map((field) => forbidden(path.child(field), `${field} is not supported`)),
    ...(type === 'null'
      ? [forbidden(path.child('type'), 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(itemListOf(schema).length > 0
      ? [forbidden(path.child('items'), 'items must be a schema object and not an array')]
      : []),
    ...(insideMeta && schema[names.embeddedResource]
      ? [forbidden(path.child(names.embeddedResource), 'must not be used inside of resource meta')]
      : []),
  ];
}
