import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ExtensionNames } from '../../../api/schema/json-schema.ts';
import { addErrors } from '../../../api/structural-schema/add-errors.ts';
import { validateLargeEmbedded } from '../../../api/structural-schema/embedded.ts';
import { schemaNode } from '../../../api/structural-schema/schema-node.ts';
import { StepBudget } from '../../../api/structural-schema/step-budget.ts';
import { validateLargeValue } from '../../../api/structural-schema/validate-value.ts';
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

/** Steps that the schema of one object takes at most: a second or so, in slices. */
const maxSteps = 8_000_000;

/** The validation of instances, in the order in which clients know the causes. */
export function instanceValidation(
  { node, validation, rules: release }: CustomKind,
  version: DefinitionVersion,
  names: ExtensionNames,
) {
  const { validateSpecReplicas, validateStatusReplicas } = scaleValidation(version.subresources?.scale);
  const path = FieldPath.root;
  const hasEmbedded = validation !== undefined && (node ?? schemaNode(validation, names)).hasEmbedded;

  const rules =
    validation === undefined || release === undefined
      ? undefined
      : expressionRules(validation, names, release);
  /** Rules are not asked about what is not of its type. */
  function* withRules(errors: FieldError[], object: ApiObject, old?: ApiObject): Interruptible<FieldError[]> {
    if (rules === undefined) return errors;
    return errors.length > 0 ? [...errors, notAsked] : yield* rules.validate(object, old);
  }

  function* validateSchema(object: ApiObject): Interruptible<FieldError[]> {
    if (validation === undefined) return [];
    const budget = new StepBudget(maxSteps);
    const errors = yield* validateLargeValue(object, validation, { path, budget });
    // Clients know the object itself by this name.
    return errors.map((error) => (error.field === '' ? { ...error, field: '<nil>' } : error));
  }
  function* validateAll(object: ApiObject): Interruptible<FieldError[]> {
    const errors = yield* validateSchema(object);
    addErrors(errors, validateSpecReplicas(object));
    addErrors(errors, validateStatusReplicas(object));
    if (!hasEmbedded) return errors;
    addErrors(errors, yield* validateLargeEmbedded(ownFields(object), validation, { path, names }));
    return errors;
  }
  function* listErrors(object: ApiObject): Interruptible<FieldError[]> {
    return validation === undefined ? [] : yield* validateLists(object, validation, names);
  }

  return {
    *create(object: ApiObject): Interruptible<FieldError[]> {
      const errors = yield* validateAll(object);
      return yield* withRules([...errors, ...(yield* listErrors(object))], object);
    },
    /** Lists that were not in order before need not be now. */
    *update(object: ApiObject, old: ApiObject): Interruptible<FieldError[]> {
      const errors = yield* validateAll(object);
      const inLists = yield* listErrors(object);
      if (inLists.length > 0 && (yield* listErrors(old)).length === 0) addErrors(errors, inLists);
      return yield* withRules(errors, object, old);
    },
    *status(object: ApiObject, old: ApiObject): Interruptible<FieldError[]> {
      const errors = yield* validateSchema(object);
      return yield* withRules([...errors, ...validateStatusReplicas(object)], object, old);
    },
  };
}
