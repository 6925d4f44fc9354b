import {
  type FieldError,
  FieldPath,
  fieldErrorsText,
  invalid,
} from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { validateEmbeddedObjects } from './embedded.ts';
import { shown } from './go-value.ts';
import { additionalOf, isGiven, itemsOf, type JsonSchema } from './json-schema.ts';
import { isPruned, metaFields } from './pruning.ts';
import type { SchemaRules } from './rules.ts';
import { validateValue } from './values.ts';

/** Puts a default into an object around it: the value of metadata.name becomes `{kind, …, metadata: {name}}`. */
type Surround = (value: unknown) => Record<string, unknown>;

const wholeObject: Surround = (value) => ({
  ...(value as Record<string, unknown>),
  kind: 'Validation',
  apiVersion: 'validation/v1',
});

interface Place {
  /** The whole object, the resource itself or one embedded in it, that the schema is part of. */
  root: JsonSchema;
  surround: Surround;
  insideMeta: boolean;
}

/** Defaults of a structural schema hold to it: whoever leaves a field out gets an object that is valid. */
export function validateDefaults(schema: JsonSchema, path: FieldPath, rules: SchemaRules): FieldError[] {
  const root = { ...schema, [rules.names.embeddedResource]: true };
  return validateNode(root, path, { root, surround: wholeObject, insideMeta: false }, rules);
}

function validateNode(schema: JsonSchema, path: FieldPath, place: Place, rules: SchemaRules): FieldError[] {
  const isWhole = schema[rules.names.embeddedResource] === true;
  const here = isWhole ? { root: schema, surround: wholeObject, insideMeta: false } : place;
  const items = itemsOf(schema);
  return [
    ...(isGiven(schema.default) ? validateDefault(schema, path.child('default'), here, rules) : []),
    ...(items === undefined
      ? []
      : validateNode(
          items,
          path.child('items'),
          { ...here, surround: (value) => here.surround([value]) },
          rules,
        )),
    ...eachFault(Object.entries(schema.properties ?? {}), ([name, property]) => {
      const surround: Surround = (value) => here.surround({ [name]: value });
      const insideMeta = here.insideMeta || (isWhole && metaFields.includes(name));
      return validateNode(
        property,
        path.child('properties').key(name),
        { ...here, surround, insideMeta },
        rules,
      );
    }),
  ];
}

function validateDefault(
  schema: JsonSchema,
  path: FieldPath,
  place: Place,
  rules: SchemaRules,
): FieldError[] {
  const value = schema.default;
  if (place.insideMeta) {
    const object = place.surround(value);
    const faults = validateEmbeddedObjects(object, place.root, FieldPath.root, rules.names);
    if (faults.length === 0) return validateValue(value, schema, path, rules.steps);
    return [invalid(path, shown(value), `must result in valid metadata: ${fieldErrorsText(faults)}`)];
  }
  const unknown =
    rules.prunedDefaults && !isPruned(value, schema, rules.names)
      ? [invalid(path, shown(value), 'must not have unknown fields')]
      : [];
  const embedded = validateEmbeddedObjects(value, schema, path, rules.names);
  return [...unknown, ...(embedded.length > 0 ? embedded : validateValue(value, schema, path, rules.steps))];
}

/** Whether a default, other than one in metadata, has fields that its schema does not know. */
export function hasUnprunedDefault(schema: JsonSchema, names: SchemaRules['names'], isRoot = true): boolean {
  if (isGiven(schema.default) && !isPruned(schema.default, schema, names)) return true;
  const below = [itemsOf(schema), additionalOf(schema)].filter((child) => child !== undefined);
  const isWhole = isRoot || schema[names.embeddedResource] === true;
  const properties = Object.entries(schema.properties ?? {})
    .filter(([name]) => !(isWhole && metaFields.includes(name)))
    .map(([, property]) => property);
  return [...below, ...properties].some((child) => hasUnprunedDefault(child, names, false));
}
