import type {
  CoreV1NodeSelector,
  CoreV1NodeSelectorRequirement,
  CoreV1NodeSelectorTerm,
} from '../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../api/validation/field-errors.ts';
import { validateLabelName } from '../../api/validation/label-validation.ts';
import { labelValue, nameIsDnsSubdomain } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';

export interface NodeSelectorOptions {
  /** Whether the values have to be those of labels; they are not looked at by default. */
  checksValues?: boolean;
}

/** The terms are alternatives; a selector without terms would select nothing and is rejected. */
export function validateNodeSelector(
  { nodeSelectorTerms }: CoreV1NodeSelector,
  path: FieldPath,
  options: NodeSelectorOptions = {},
): FieldError[] {
  const termsPath = path.child('nodeSelectorTerms');
  const terms = nodeSelectorTerms ?? [];
  if (terms.length === 0) return [required(termsPath, 'must have at least one node selector term')];
  return validateEach(terms, (term, index) =>
    validateNodeSelectorTerm(term, termsPath.index(index), options),
  );
}

/** Whether the values by which nodes are selected are those of labels. */
export const hasLabelValues = ({ nodeSelectorTerms }: CoreV1NodeSelector): boolean =>
  (nodeSelectorTerms ?? []).every(({ matchExpressions = [] }) =>
    matchExpressions.every(({ values = [] }) => values.every((value) => labelValue(value).length === 0)),
  );

export function validateNodeSelectorTerm(
  { matchExpressions = [], matchFields = [] }: CoreV1NodeSelectorTerm,
  path: FieldPath,
  options: NodeSelectorOptions = {},
): FieldError[] {
  return [
    ...validateEach(matchExpressions, (requirement, index) =>
      validateOnLabels(requirement, path.child('matchExpressions').index(index), options),
    ),
    ...validateEach(matchFields, (requirement, index) =>
      validateOnFields(requirement, path.child('matchFields').index(index)),
    ),
  ];
}

function validateOnLabels(
  requirement: CoreV1NodeSelectorRequirement,
  path: FieldPath,
  { checksValues = false }: NodeSelectorOptions,
): FieldError[] {
  const values = checksValues ? (requirement.values ?? []) : [];
  return [
    ...validateValueCount(requirement, path),
    ...validateLabelName(requirement.key, path.child('key')),
    ...validateEach(values, (value, index) =>
      labelValue(value).map((message) => invalid(path.child('values').index(index), value, message)),
    ),
  ];
}

function validateValueCount(
  { operator, values = [] }: CoreV1NodeSelectorRequirement,
  path: FieldPath,
): FieldError[] {
  const valuesPath = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return [];
      return [required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      if (values.length === 1) return [];
      return [required(valuesPath, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(path.child('operator'), operator, 'not a valid selector operator')];
  }
}

/** The only field is metadata.name, and it takes exactly one value. */
function validateOnFields(
  { key, operator, values = [] }: CoreV1NodeSelectorRequirement,
  path: FieldPath,
): FieldError[] {
  const valuesPath = path.child('values');
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(path.child('operator'), operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const text = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(valuesPath, text));
  }
  if (key !== 'metadata.name') {
    return [...errors, invalid(path.child('key'), key, 'not a valid field selector key')];
  }
  const valueErrors = validateEach(values, (value, index) =>
    nameIsDnsSubdomain(value, false).map((message) => invalid(valuesPath.index(index), value, message)),
  );
  return [...errors, ...valueErrors];
}
