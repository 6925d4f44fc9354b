import { type FieldError, type FieldPath, required } from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { itemsOf, type JsonSchema } from './json-schema.ts';

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
  const each = (field: 'allOf' | 'anyOf' | 'oneOf') =>
    eachFault(judged[field] ?? [], (child, index) =>
      cover(child, schema, path, where.child(field).index(index)),
    );
  return [
    ...(judged.not === undefined ? [] : cover(judged.not, schema, path, where.child('not'))),
    ...each('allOf'),
    ...each('anyOf'),
    ...each('oneOf'),
  ];
}

function cover(
  judgement: JsonSchema,
  schema: JsonSchema | undefined,
  path: FieldPath,
  where: FieldPath,
): FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${where}`)];
  const items = itemsOf(judgement);
  const properties = schema.properties ?? {};
  return [
    ...coverJudgements(judgement, schema, path, where),
    ...(items === undefined ? [] : cover(items, itemsOf(schema), path.child('items'), where.child('items'))),
    ...eachFault(Object.entries(judgement.properties ?? {}), ([name, child]) =>
      cover(
        child,
        Object.hasOwn(properties, name) ? properties[name] : undefined,
        path.child('properties').key(name),
        where.child('properties').key(name),
      ),
    ),
  ];
}
