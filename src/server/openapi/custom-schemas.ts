import {
  additionalOf,
  type JsonSchema as CustomSchema,
  type ExtensionNames,
} from '../../api/schema/json-schema.ts';
import { type Form, referencePrefix } from './names.ts';
import { type JsonSchema, typeMeta } from './schemas.ts';

/** The schema of a custom resource, in the form of the documents. */
export interface CustomSchemaOptions {
  form: Form;
  names: ExtensionNames;
  /** Name of the definition of metadata. */
  metadata: string;
}

/** `schema` undefined: nothing can be said about instances. */
export function customSchema(schema: CustomSchema | undefined, options: CustomSchemaOptions): JsonSchema {
  if (schema === undefined || schema[options.names.preserveUnknownFields] === true) return { type: 'object' };
  const root = node(schema, options);
  const { properties = {} } = root as { properties?: JsonSchema };
  return { ...root, properties: { ...properties, ...objectFields(options) } };
}

const objectFields = ({ form, metadata }: CustomSchemaOptions): JsonSchema => ({
  ...typeMeta,
  metadata: { $ref: referencePrefix[form] + metadata },
});

/** Clients of v2 would understand these wrongly, or not at all. */
const onlyInV3 = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'default',
  'externalDocs',
  'example',
  'nullable',
]);

function node(schema: CustomSchema, options: CustomSchemaOptions): JsonSchema {
  const { form, names } = options;
  const result: JsonSchema = {};
  for (const [field, value] of Object.entries(schema)) {
    if (value === null || value === undefined || (form === 'v2' && onlyInV3.has(field))) continue;
    result[field] = isSchemaField(field) ? below(field, value, options) : value;
  }
  const preserves = schema[names.preserveUnknownFields] === true;
  if (schema[names.embeddedResource] === true) addObjectFields(result, preserves, options);
  return form === 'v2' ? looseInV2(result, schema, names) : result;
}

const listsOfSchemas = ['allOf', 'anyOf', 'oneOf'];

const isSchemaField = (field: string): boolean =>
  ['properties', 'items', 'additionalProperties', 'not', ...listsOfSchemas].includes(field);

function below(field: string, value: unknown, options: CustomSchemaOptions): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => node(one as CustomSchema, options));
  if (field !== 'properties') return node(value as CustomSchema, options);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, node(one as CustomSchema, options)]),
  );
}

/** An embedded object has what every object has. */
function addObjectFields(result: JsonSchema, preserves: boolean, options: CustomSchemaOptions): void {
  result['properties'] = { ...(result['properties'] as JsonSchema), ...objectFields(options) };
  if (preserves) return;
  const required = (result['required'] as string[] | undefined) ?? [];
  result['required'] = [...new Set([...required, 'kind', 'apiVersion'])];
}

/** v2 knows neither null nor unknown fields: what may be either is of no type there. */
function looseInV2(result: JsonSchema, schema: CustomSchema, names: ExtensionNames): JsonSchema {
  const drop = (...fields: string[]): void => {
    for (const field of fields) delete result[field];
  };
  if (schema.nullable) drop('type', 'items', 'properties');
  if (schema[names.preserveUnknownFields] === true) {
    drop('items', 'properties');
    if (result['type'] === 'object') drop('type');
  }
  if (schema[names.intOrString] === true) drop('type');
  if (result['type'] === 'array' && result['items'] === undefined) drop('type');
  const required = schema.required?.filter((name) => schema.properties?.[name]?.nullable !== true) ?? [];
  if (additionalOf(schema)?.nullable) drop('required');
  else if (result['required'] !== undefined) {
    const added = (result['required'] as string[]).filter((name) => !schema.required?.includes(name));
    const left = [...required, ...added];
    if (left.length === 0) drop('required');
    else result['required'] = left;
  }
  return result;
}
