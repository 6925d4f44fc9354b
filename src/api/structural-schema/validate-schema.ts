import {
  additionalOf,
  dependenciesOf,
  isLeaf,
  itemListOf,
  itemsOf,
  type JsonSchema,
  metaFields,
} from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { validateListType, validateMapType } from './merge-types.ts';

import { needsFieldChecks, type SchemaContext, validateSupported } from './supported-fields.ts';

/** Validates a schema by the rules that hold for every schema, structural or not. */
export function validateSchema(schema: JsonSchema, path: FieldPath, context: SchemaContext): FieldError[] {
  const { options } = context;
  const below = isLeaf(schema) ? [] : validateBelow(schema, path, context);
  if (!needsFieldChecks(schema, options.names)) return below;
  const preserve = options.names.preserveUnknownFields;
  const errors = validateSupported(schema, path, context);
  if (schema.uniqueItems) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(path.child('uniqueItems'), text));
  }
  addErrors(errors, below);
  if (schema[preserve] === false) {
    errors.push(invalid(path.child(preserve), false, 'must be true or undefined'));
  }
  addErrors(errors, validateMapType(schema, path, options));
  addErrors(errors, validateListType(schema, path, options));
  return errors;
}

function validateBelow(schema: JsonSchema, path: FieldPath, context: SchemaContext): FieldError[] {
  const { additionalProperties, properties, not, allOf, oneOf, anyOf, definitions, items } = schema;
  const inner = belowRoot(context);
  const errors: FieldError[] = [];
  const add = (more: readonly FieldError[]) => addErrors(errors, more);
  const addChild = (child: JsonSchema, field: string, childContext = inner) =>
    add(validateSchema(child, path.child(field), childContext));
  const addList = (children: readonly JsonSchema[], field: string) =>
    add(validateList(children, path.child(field), inner));
  if (additionalProperties !== undefined) {
    add(validateAdditional(schema, path));
    const child = additionalOf(schema);
    const noDefaultReason = 'inside additionalProperties applying to object metadata';
    if (child)
      addChild(child, 'additionalProperties', inner.insideMeta ? { ...inner, noDefaultReason } : inner);
  }
  if (properties !== undefined) add(validateProperties(schema, path.child('properties'), context));
  if (not !== undefined) addChild(not, 'not');
  if (allOf !== undefined) addList(allOf, 'allOf');
  if (oneOf !== undefined) addList(oneOf, 'oneOf');
  if (anyOf !== undefined) addList(anyOf, 'anyOf');
  if (definitions !== undefined) add(validateMap(definitions, path.child('definitions'), inner));
  if (items !== undefined) {
    const child = itemsOf(schema);
    if (child !== undefined) addChild(child, 'items');
    else addList(itemListOf(schema), 'items');
  }
  const dependencies = dependenciesOf(schema);
  if (dependencies) add(validateMap(dependencies, path.child('dependencies'), inner));
  return errors;
}

const belowRoot = (context: SchemaContext): SchemaContext =>
  context.isRoot ? { ...context, isRoot: false } : context;

function validateList(schemas: readonly JsonSchema[], path: FieldPath, context: SchemaContext): FieldError[] {
  return validateEach(schemas, (schema, index) => validateSchema(schema, path.index(index), context));
}

function validateMap(
  schemas: Readonly<Record<string, JsonSchema>>,
  path: FieldPath,
  context: SchemaContext,
): FieldError[] {
  const check = (name: string) => validateSchema(schemas[name]!, path.key(name), context);
  return validateEach(Object.keys(schemas), check);
}

/** apiVersion, kind and metadata of a whole object are validated in their own context. */
function validateProperties(schema: JsonSchema, path: FieldPath, context: SchemaContext): FieldError[] {
  const { properties = {} } = schema;
  const { isRoot, options } = context;
  const inner = belowRoot(context);
  if (!isRoot && !schema[options.names.embeddedResource]) return validateMap(properties, path, inner);
  return validateEach(Object.keys(properties), (name) => {
    const meta = { insideMeta: true, ...(isRoot && { noDefaultReason: `in top-level ${name}` }) };
    const own = metaFields.includes(name) ? { ...inner, ...meta } : inner;
    return validateSchema(properties[name]!, path.key(name), own);
  });
}

/** An object has either named properties or additionalProperties. */
function validateAdditional({ properties, additionalProperties }: JsonSchema, path: FieldPath): FieldError[] {
  const isMap = additionalProperties !== undefined && additionalProperties !== true;
  if (!isMap || Object.keys(properties ?? {}).length === 0) return [];
  const text = 'additionalProperties and properties are mutual exclusive';
  return [forbidden(path.child('additionalProperties'), text)];
}
