import {
  additionalOf,
  isLeaf,
  isSet,
  itemsOf,
  type JsonSchema,
  metaFields,
  someSchema,
} from '../schema/json-schema.ts';
import { type FieldError, FieldPath, fieldErrorsText, invalid } from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { validateEmbeddedObjects } from './embedded.ts';
import { goShown } from './go-value.ts';
import { isPruned } from './is-pruned.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';
import { validateValue } from './validate-value.ts';

/** Builds the object around a default: the value of metadata.name becomes `{kind, …, metadata: {name}}`. */
type Surround = (value: unknown) => Record<string, unknown>;

const wholeObject: Surround = (value) => ({
  ...(value as Record<string, unknown>),
  kind: 'Validation',
  apiVersion: 'validation/v1',
});

/** The position of a schema inside the metadata of the resource or of an embedded object. */
interface InsideMeta {
  /** The schema of the whole object. */
  root: JsonSchema;
  surround: Surround;
}

interface DefaultContext {
  options: SchemaValidationOptions;
  insideMeta?: InsideMeta | undefined;
}

/** The defaults of a structural schema must be valid, so that applying them yields a valid object. */
export function validateDefaults(
  schema: JsonSchema,
  path: FieldPath,
  options: SchemaValidationOptions,
): FieldError[] {
  if (!someSchema(schema, (each) => isSet(each.default))) return [];
  return validateNode({ ...schema, [options.names.embeddedResource]: true }, path, { options });
}

function validateNode(schema: JsonSchema, path: FieldPath, context: DefaultContext): FieldError[] {
  const { options } = context;
  const isWholeObject = schema[options.names.embeddedResource] === true;
  const insideMeta = isWholeObject ? undefined : context.insideMeta;
  const { properties } = schema;
  const items = itemsOf(schema);
  const errors = isSet(schema.default)
    ? validateDefault(schema, path.child('default'), { options, insideMeta })
    : [];
  if (items !== undefined) {
    const inner = insideMeta && within(insideMeta, (value) => [value]);
    addErrors(errors, validateNode(items, path.child('items'), { options, insideMeta: inner }));
  }
  if (properties !== undefined) {
    const below = path.child('properties');
    const check = (name: string) => {
      const isMeta = isWholeObject && metaFields.includes(name);
      const outer = isMeta ? { root: schema, surround: wholeObject } : insideMeta;
      const inner = outer && within(outer, (value) => ({ [name]: value }));
      return validateNode(properties[name]!, below.key(name), { options, insideMeta: inner });
    };
    addErrors(errors, validateEach(Object.keys(properties), check));
  }
  return errors;
}

/** The position one step further down. */
const within = ({ root, surround }: InsideMeta, step: (value: unknown) => unknown): InsideMeta => ({
  root,
  surround: (value) => surround(step(value)),
});

function validateDefault(
  schema: JsonSchema,
  path: FieldPath,
  { options, insideMeta }: DefaultContext,
): FieldError[] {
  const { names, budget, style } = options;
  const value = schema.default;
  if (insideMeta !== undefined) {
    const object = insideMeta.surround(value);
    const metaErrors = validateEmbeddedObjects(object, insideMeta.root, {
      path: FieldPath.root,
      names,
      style,
    });
    if (metaErrors.length === 0) return validateValue(value, schema, { path, budget, style });
    return [invalid(path, goShown(value), `must result in valid metadata: ${fieldErrorsText(metaErrors)}`)];
  }
  const errors: FieldError[] = [];
  if (options.requirePrunedDefaults && !isPruned(value, schema, names)) {
    errors.push(invalid(path, goShown(value), 'must not have unknown fields'));
  }
  const embedded = validateEmbeddedObjects(value, schema, { path, names, style });
  addErrors(errors, embedded.length > 0 ? embedded : validateValue(value, schema, { path, budget, style }));
  return errors;
}

/** Whether a default, outside of metadata, has fields that its schema does not specify. */
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
  const isWholeObject = isRoot || schema[names.embeddedResource] === true;
  return Object.keys(properties).some(
    (name) => !(isWholeObject && metaFields.includes(name)) && isUnpruned(properties[name]),
  );
}
