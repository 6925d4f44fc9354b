import { type FieldError, type FieldPath, required } from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { isLeaf, itemsOf, type JsonSchema } from './json-schema.ts';
import { propertyOf } from './pruning.ts';

/**
 * Whatever allOf, anyOf, oneOf and not of a root speak of has to be described by it. Those further down are not
 * looked at, and definitions that are in use count on it.
 */
export const validateCompleteness = (schema: JsonSchema, path: FieldPath): FieldError[] =>
  coverJudgements(schema, schema, path, path);

/** `schema` at `path` has to describe all that the judgements of `judged`, which stand at `where`, speak of. */
function coverJudgements(
  judged: JsonSchema,
  schema: JsonSchema,
  path: FieldPath,
  where: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const { not } = judged;
  if (not !== undefined) addErrors(errors, cover(not, schema, path, where.child('not')));
  for (const field of ['allOf', 'anyOf', 'oneOf'] as const) {
    const children = judged[field];
    if (children === undefined) continue;
    const below = where.child(field);
    const check = (child: JsonSchema, index: number) => cover(child, schema, path, below.index(index));
    addErrors(errors, validateEach(children, check));
  }
  return errors;
}

function cover(
  judgement: JsonSchema,
  schema: JsonSchema | undefined,
  path: FieldPath,
  where: FieldPath,
): FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${where}`)];
  if (isLeaf(judgement)) return [];
  const errors = coverJudgements(judgement, schema, path, where);
  const items = itemsOf(judgement);
  const judgements = judgement.properties;
  if (items !== undefined) {
    addErrors(errors, cover(items, itemsOf(schema), path.child('items'), where.child('items')));
  }
  if (judgements !== undefined) {
    const below = path.child('properties');
    const whereBelow = where.child('properties');
    const check = (name: string) =>
      cover(judgements[name]!, propertyOf(schema, name), below.key(name), whereBelow.key(name));
    addErrors(errors, validateEach(Object.keys(judgements), check));
  }
  return errors;
}
