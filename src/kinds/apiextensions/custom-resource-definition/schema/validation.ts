import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { additionalOf, dependenciesOf, isLeaf, itemListOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { validateListType, validateMapType } from './merge-types.ts';
import { metaFields } from './pruning.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';
import { needsFieldChecks, type SchemaContext, validateSupported } from './supported-fields.ts';

/** The rules for a schema whatever it is used for. */
export function validateSchema(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaValidationOptions,
  standing: SchemaContext,
): FieldError[] {
  const below = isLeaf(schema) ? [] : validateBelow(schema, path, rules, standing);
  if (!needsFieldChecks(schema, rules.names)) return below;
  const preserve = rules.names.preserveUnknownFields;
  const errors = validateSupported(schema, path, rules, standing);
  if (schema.uniqueItems) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(path.child('uniqueItems'), text));
  }
  addErrors(errors, below);
  if (schema[preserve] === false) {
    errors.push(invalid(path.child(preserve), false, 'must be true or undefined'));
  }
  addErrors(errors, validateMapType(schema, path, rules));
  addErrors(errors, validateListType(schema, path, rules));
  return errors;
}

function validateBelow(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaValidationOptions,
  standing: SchemaContext,
): FieldError[] {
  const { additionalProperties, properties, not, allOf, oneOf, anyOf, definitions, items } = schema;
  const inside: SchemaContext = standing.isRoot ? { ...standing, isRoot: false } : standing;
  const errors: FieldError[] = [];
  const add = (more: readonly FieldError[]) => addErrors(errors, more);
  const one = (child: JsonSchema, field: string, within = inside) =>
    add(validateSchema(child, path.child(field), rules, within));
  const list = (children: readonly JsonSchema[], field: string) =>
    add(validateList(children, path.child(field), rules, inside));
  if (additionalProperties !== undefined) {
    add(validateAdditional(schema, path));
    const child = additionalOf(schema);
    const noDefaultReason = 'inside additionalProperties applying to object metadata';
    if (child)
      one(child, 'additionalProperties', standing.insideMeta ? { ...inside, noDefaultReason } : inside);
  }
  if (properties !== undefined) add(validateProperties(schema, path.child('properties'), rules, standing));
  if (not !== undefined) one(not, 'not');
  if (allOf !== undefined) list(allOf, 'allOf');
  if (oneOf !== undefined) list(oneOf, 'oneOf');
  if (anyOf !== undefined) list(anyOf, 'anyOf');
  if (definitions !== undefined) add(validateMap(definitions, path.child('definitions'), rules, inside));
  if (items !== undefined) {
    const child = itemsOf(schema);
    if (child !== undefined) one(child, 'items');
    else list(itemListOf(schema), 'items');
  }
  const dependencies = dependenciesOf(schema);
  if (dependencies) add(validateMap(dependencies, path.child('dependencies'), rules, inside));
  return errors;
}

function validateList(
  schemas: readonly JsonSchema[],
  path: FieldPath,
  rules: SchemaValidationOptions,
  standing: SchemaContext,
): FieldError[] {
  return validateEach(schemas, (schema, index) => validateSchema(schema, path.index(index), rules, standing));
}

function validateMap(
  schemas: Readonly<Record<string, JsonSchema>>,
  path: FieldPath,
  rules: SchemaValidationOptions,
  standing: SchemaContext,
): FieldError[] {
  const check = (name: string) => validateSchema(schemas[name]!, path.key(name), rules, standing);
  return validateEach(Object.keys(schemas), check);
}

/** Those in which every object says what it is stand elsewhere than the others. */
function validateProperties(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaValidationOptions,
  standing: SchemaContext,
): FieldError[] {
  const { properties = {} } = schema;
  const { isRoot } = standing;
  const inside = isRoot ? { ...standing, isRoot: false } : standing;
  if (!isRoot && !schema[rules.names.embeddedResource]) return validateMap(properties, path, rules, inside);
  return validateEach(Object.keys(properties), (name) => {
    const meta = { insideMeta: true, ...(isRoot && { noDefault: `in top-level ${name}` }) };
    const there = metaFields.includes(name) ? { ...inside, ...meta } : inside;
    return validateSchema(properties[name]!, path.key(name), rules, there);
  });
}

/** An object has named properties or is a map: fields that it does not name are ignored, not described. */
function validateAdditional({ properties, additionalProperties }: JsonSchema, path: FieldPath): FieldError[] {
  const isMap = additionalProperties !== undefined && additionalProperties !== true;
  if (!isMap || Object.keys(properties ?? {}).length === 0) return [];
  const text = 'additionalProperties and properties are mutual exclusive';
  return [forbidden(path.child('additionalProperties'), text)];
}
