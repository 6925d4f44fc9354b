import {
  type FieldError,
  FieldPath,
  fieldErrorsText,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { validateEmbeddedObjects } from './embedded.ts';
import { goShown } from './go-value.ts';
import { additionalOf, isLeaf, isSet, itemsOf, type JsonSchema, someSchema } from './json-schema.ts';
import { isPruned, metaFields } from './pruning.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';
import { validateValue } from './values.ts';

/** Puts a default into an object around it: the value of metadata.name becomes `{kind, …, metadata: {name}}`. */
type Surround = (value: unknown) => Record<string, unknown>;

const wholeObject: Surround = (value) => ({
  ...(value as Record<string, unknown>),
  kind: 'Validation',
  apiVersion: 'validation/v1',
});

/** What is inside of the metadata of a whole object, the resource itself or one that is embedded in it. */
interface InsideMeta {
  /** Of the whole object. */
  root: JsonSchema;
  surround: Surround;
}

/** Defaults of a structural schema hold to it: whoever leaves a field out gets an object that is valid. */
export function validateDefaults(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaValidationOptions,
): FieldError[] {
  if (!someSchema(schema, (each) => isSet(each.default))) return [];
  return validateNode({ ...schema, [rules.names.embeddedResource]: true }, path, undefined, rules);
}

function validateNode(
  schema: JsonSchema,
  path: FieldPath,
  around: InsideMeta | undefined,
  rules: SchemaValidationOptions,
): FieldError[] {
  const isWhole = schema[rules.names.embeddedResource] === true;
  const place = isWhole ? undefined : around;
  const { properties } = schema;
  const items = itemsOf(schema);
  const errors = isSet(schema.default) ? validateDefault(schema, path.child('default'), place, rules) : [];
  if (items !== undefined) {
    const inside = place && within(place, (value) => [value]);
    addErrors(errors, validateNode(items, path.child('items'), inside, rules));
  }
  if (properties !== undefined) {
    const below = path.child('properties');
    const check = (name: string) => {
      const isMeta = isWhole && metaFields.includes(name);
      const outer = isMeta ? { root: schema, surround: wholeObject } : place;
      const inside = outer && within(outer, (value) => ({ [name]: value }));
      return validateNode(properties[name]!, below.key(name), inside, rules);
    };
    addErrors(errors, validateEach(Object.keys(properties), check));
  }
  return errors;
}

/** One step further in. */
const within = ({ root, surround }: InsideMeta, step: (value: unknown) => unknown): InsideMeta => ({
  root,
  surround: (value) => surround(step(value)),
});

function validateDefault(
  schema: JsonSchema,
  path: FieldPath,
  place: InsideMeta | undefined,
  rules: SchemaValidationOptions,
): FieldError[] {
  const value = schema.default;
  if (place !== undefined) {
    const object = place.surround(value);
    const faults = validateEmbeddedObjects(object, place.root, FieldPath.root, rules.names);
    if (faults.length === 0) return validateValue(value, schema, path, rules.budget);
    return [invalid(path, goShown(value), `must result in valid metadata: ${fieldErrorsText(faults)}`)];
  }
  const errors: FieldError[] = [];
  if (rules.requirePrunedDefaults && !isPruned(value, schema, rules.names)) {
    errors.push(invalid(path, goShown(value), 'must not have unknown fields'));
  }
  const embedded = validateEmbeddedObjects(value, schema, path, rules.names);
  addErrors(errors, embedded.length > 0 ? embedded : validateValue(value, schema, path, rules.budget));
  return errors;
}

/** Whether a default, other than one in metadata, has fields that its schema does not know. */
export function hasUnprunedDefault(
  schema: JsonSchema,
  names: SchemaValidationOptions['names'],
  isRoot = true,
): boolean {
  if (isSet(schema.default) && !isPruned(schema.default, schema, names)) return true;
  if (isLeaf(schema)) return false;
  const isUnpruned = (child: JsonSchema | undefined) =>
    child !== undefined && hasUnprunedDefault(child, names, false);
  if (isUnpruned(itemsOf(schema)) || isUnpruned(additionalOf(schema))) return true;
  const { properties = {} } = schema;
  const isWhole = isRoot || schema[names.embeddedResource] === true;
  return Object.keys(properties).some(
    (name) => !(isWhole && metaFields.includes(name)) && isUnpruned(properties[name]),
  );
}
