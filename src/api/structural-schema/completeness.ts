import { isLeaf, itemsOf, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, required } from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { addErrors } from './add-errors.ts';

interface PlacedSchema {
  schema: JsonSchema;
  path: FieldPath;
}

/**
 * A root must describe everything that its allOf, anyOf, oneOf and not mention. Those of schemas further down are not
 * checked, and definitions in use depend on that.
 */
export const validateCompleteness = (schema: JsonSchema, path: FieldPath): FieldError[] =>
  checkCombinators({ schema, path }, { schema, path });

/** Checks that `outer` describes everything that allOf, anyOf, oneOf and not of `nested` mention. */
function checkCombinators(nested: PlacedSchema, outer: PlacedSchema): FieldError[] {
  const errors: FieldError[] = [];
  const { not } = nested.schema;
  if (not !== undefined)
    addErrors(errors, checkNested({ schema: not, path: nested.path.child('not') }, outer));
  for (const field of ['allOf', 'anyOf', 'oneOf'] as const) {
    const children = nested.schema[field];
    if (children === undefined) continue;
    const below = nested.path.child(field);
    const check = (schema: JsonSchema, index: number) =>
      checkNested({ schema, path: below.index(index) }, outer);
    addErrors(errors, validateEach(children, check));
  }
  return errors;
}

function checkNested(
  nested: PlacedSchema,
  { schema, path }: { schema: JsonSchema | undefined; path: FieldPath },
): FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${nested.path}`)];
  if (isLeaf(nested.schema)) return [];
  const errors = checkCombinators(nested, { schema, path });
  const items = itemsOf(nested.schema);
  const { properties } = nested.schema;
  if (items !== undefined) {
    const outer = { schema: itemsOf(schema), path: path.child('items') };
    addErrors(errors, checkNested({ schema: items, path: nested.path.child('items') }, outer));
  }
  if (properties !== undefined) {
    const below = path.child('properties');
    const nestedBelow = nested.path.child('properties');
    const check = (name: string) =>
      checkNested(
        { schema: properties[name]!, path: nestedBelow.key(name) },
        { schema: propertyOf(schema, name), path: below.key(name) },
      );
    addErrors(errors, validateEach(Object.keys(properties), check));
  }
  return errors;
}
