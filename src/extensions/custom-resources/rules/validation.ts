import type { ApiObject } from '../../../api/meta/metadata.ts';
import { validateEmbeddedObjects } from '../../../api/structural-schema/embedded.ts';
import type { ExtensionNames } from '../../../api/structural-schema/json-schema.ts';
import { schemaNode } from '../../../api/structural-schema/schema-node.ts';
import { StepBudget } from '../../../api/structural-schema/step-budget.ts';
import { validateValue } from '../../../api/structural-schema/values.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { validateLists } from './list-validation.ts';
import { scaleValidation } from './scale-validation.ts';

/** Steps that the schema of one object takes at most: some tenths of a second. */
const maxSteps = 1_000_000;

/** The validation of instances, in the order in which clients know the causes. */
export function instanceValidation(
  { validation }: CustomKind,
  version: DefinitionVersion,
  names: ExtensionNames,
) {
  const { validateSpecReplicas, validateStatusReplicas } = scaleValidation(version.subresources?.scale);
  const path = FieldPath.root;
  const hasEmbedded = validation !== undefined && schemaNode(validation, names).hasEmbedded;

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
    ...(hasEmbedded ? validateEmbeddedObjects(fieldsOf(object), validation, { path, names }) : []),
  ];
  const listErrors = (object: ApiObject): FieldError[] =>
    validation === undefined ? [] : validateLists(object, validation, names);

  return {
    validateCreate: (object: ApiObject) => [...validateAll(object), ...listErrors(object)],
    /** Lists that were not in order before need not be now. */
    validateUpdate: (object: ApiObject, old: ApiObject) => {
      const inLists = listErrors(object);
      return [...validateAll(object), ...(inLists.length > 0 && listErrors(old).length === 0 ? inLists : [])];
    },
    validateStatus: (object: ApiObject) => [...validateSchema(object), ...validateStatusReplicas(object)],
  };
}

function fieldsOf(object: ApiObject): Record<string, unknown> {
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...fields } = object;
  return fields;
}
