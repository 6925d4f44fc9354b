import { badRequest } from '../../../../api/machinery/status.ts';
import type { ExtensionNames } from './json-schema.ts';

/*
 * Where a schema may stand beside something else ("a schema or a list of schemas"), definitions of fields cannot
 * say what it is, so that it is kept as it came. This brings it into shape: unknown fields go, and a value that is
 * not of its type is refused, as it would be anywhere else.
 */

type Shape = (value: unknown, where: string) => unknown;

const refuse = (where: string, type: string): never => {
  const why = `json: cannot unmarshal value into Go struct field JSONSchemaProps.${where} of type ${type}`;
  throw badRequest(`CustomResourceDefinition cannot be handled as a CustomResourceDefinition: ${why}`);
};

const scalar =
  (type: 'string' | 'boolean' | 'number'): Shape =>
  (value, where) =>
    typeof value === type || (type === 'number' && typeof value === 'bigint') ? value : refuse(where, type);

const anything: Shape = (value) => value;

const list =
  (element: Shape): Shape =>
  (value, where) =>
    Array.isArray(value) ? value.map((item) => element(item, where)) : refuse(where, 'array');

const map =
  (element: Shape): Shape =>
  (value, where) =>
    isObject(value) ? mapObject(value, (item) => element(item, where)) : refuse(where, 'object');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapObject = (value: object, change: (item: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));

const strings = list(scalar('string'));

const plain: readonly [Shape, string][] = [
  [scalar('string'), 'id $schema $ref description type format title pattern'],
  [scalar('boolean'), 'exclusiveMaximum exclusiveMinimum uniqueItems nullable'],
  [
    scalar('number'),
    'maximum minimum maxLength minLength maxItems minItems multipleOf maxProperties minProperties',
  ],
  [anything, 'default example externalDocs'],
  [list(anything), 'enum'],
  [strings, 'required'],
];

/** Shapes a schema with all that stands below it, as a new object. */
export function schemaShaper(names: ExtensionNames): (schema: unknown) => unknown {
  const schema: Shape = (value, where) => (isObject(value) ? shapeFields(value) : refuse(where, 'object'));
  const or =
    (test: (value: unknown) => boolean, other: Shape): Shape =>
    (value, where) =>
      test(value) ? other(value, where) : schema(value, where);
  const schemaOrList = or(Array.isArray, list(schema));
  const schemaOrBoolean = or((value) => typeof value === 'boolean', anything);
  const schemaOrStrings = or(Array.isArray, strings);
  const fields = new Map<string, Shape>([
    ...plain.flatMap(([shape, keys]) => keys.split(' ').map((key): [string, Shape] => [key, shape])),
    ['items', schemaOrList],
    ...['allOf', 'oneOf', 'anyOf'].map((key): [string, Shape] => [key, list(schema)]),
    ['not', schema],
    ...['properties', 'patternProperties', 'definitions'].map((key): [string, Shape] => [key, map(schema)]),
    ...['additionalProperties', 'additionalItems'].map((key): [string, Shape] => [key, schemaOrBoolean]),
    ['dependencies', map(schemaOrStrings)],
    ...[names.preserveUnknownFields, names.embeddedResource, names.intOrString].map(
      (key): [string, Shape] => [key, scalar('boolean')],
    ),
    ...[names.listType, names.mapType].map((key): [string, Shape] => [key, scalar('string')]),
    [names.listMapKeys, strings],
    [names.validations, list(anything)],
  ]);
  const shapeFields = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => fields.has(key) && item !== null && item !== undefined)
        .map(([key, item]) => [key, fields.get(key)!(item, key)]),
    );
  return (value) => schema(value, 'openAPIV3Schema');
}
