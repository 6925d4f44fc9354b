import type { ApiObject } from '../../../api/meta/metadata.ts';
import { validateEmbeddedObjects } from '../../../api/structural-schema/embedded.ts';
import type { ExtensionNames } from '../../../api/structural-schema/json-schema.ts';
import { schemaNode } from '../../../api/structural-schema/schema-node.ts';
import { StepBudget } from '../../../api/structural-schema/step-budget.ts';
import { validateValue } from '../../../api/structural-schema/values.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import type { Interruptible } from '../../../util/slices.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { expressionRules } from './expression-rules.ts';
import { validateLists } from './list-validation.ts';
import { ownFields } from './own-fields.ts';
import { scaleValidation } from './scale-validation.ts';

const notAsked = invalid(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

/** Steps that the schema of one object takes at most: some tenths of a second. */
const maxSteps = 1_000_000;

/** The validation of instances, in the order in which clients know the causes. */
export function instanceValidation(
  { validation, isRuled }: CustomKind,
  version: DefinitionVersion,
  names: ExtensionNames,
) {
  const { validateSpecReplicas, validateStatusReplicas } = scaleValidation(version.subresources?.scale);
  const path = FieldPath.root;
  const hasEmbedded = validation !== undefined && schemaNode(validation, names).hasEmbedded;

  const rules = validation === undefined || !isRuled ? undefined : expressionRules(validation, names);
  /** Rules are not asked about what is not of its type. */
  function* withRules(errors: FieldError[], object: ApiObject, old?: ApiObject): Interruptible<FieldError[]> {
    if (rules === undefined) return errors;
    return errors.length > 0 ? [...errors, notAsked] : yield* rules.validate(object, old);
  }

  const validateSchema = (object: ApiObject): FieldError[] => {
    if (validation === undefined) return [];
    const errors = validateValue(object, validation, { path, budget: new StepBudget(maxSteps) });
    // Clients know the object itself by this name.
    return errors.map((error) => (error.field === '' ? { ...error, field: '<nil>' } : error));
  };
  const validateAll = (object: ApiObject): FieldError[] => [
    ...validateSchema(object),
    ...validateSpecReplicas(object),
    ...validateStatusReplicas(object),
    ...(hasEmbedded ? validateEmbeddedObjects(ownFields(object), validation, { path, names }) : []),
  ];
  const listErrors = (object: ApiObject): FieldError[] =>
    validation === undefined ? [] : validateLists(object, validation, names);

  return {
    create: (object: ApiObject) => withRules([...validateAll(object), ...listErrors(object)], object),
    /** Lists that were not in order before need not be now. */
    update: (object: ApiObject, old: ApiObject) => {
      const inLists = listErrors(object);
      const counted = inLists.length > 0 && listErrors(old).length === 0 ? inLists : [];
      return withRules([...validateAll(object), ...counted], object, old);
    },
    status: (object: ApiObject, old: ApiObject) =>
      withRules([...validateSchema(object), ...validateStatusReplicas(object)], object, old),
  };
}
