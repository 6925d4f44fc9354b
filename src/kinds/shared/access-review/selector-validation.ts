import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  AuthorizationV1FieldSelectorAttributes,
  AuthorizationV1LabelSelectorAttributes,
  AuthorizationV1ResourceAttributes,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

type Selector = AuthorizationV1FieldSelectorAttributes | AuthorizationV1LabelSelectorAttributes;

interface Requirement {
  key: string;
  operator: string;
  values?: string[];
}

const attributesPath = FieldPath.of('spec', 'resourceAttributes');

/** Checks of the selectors of a review; none in releases that know no selectors there. */
export function validateReviewSelectors(
  attributes: AuthorizationV1ResourceAttributes | undefined,
  gates: FeatureGates,
): FieldError[] {
  if (attributes === undefined || !gates.isOn('AuthorizeWithSelectors')) return [];
  const { fieldSelector, labelSelector } = attributes;
  return [
    ...validateSelector(fieldSelector, attributesPath.child('fieldSelector'), fieldRequirement),
    ...validateSelector(labelSelector, attributesPath.child('labelSelector'), labelRequirement),
  ];
}

type ValidateRequirement = (requirement: Requirement, path: FieldPath) => FieldError[];

const fieldRequirement: ValidateRequirement = (requirement, path) => {
  const { key = '' } = requirement;
  const errors = key === '' ? [required(path.child('key'), 'must be specified')] : [];
  return [...errors, ...validateValues(requirement, path)];
};

const labelRequirement: ValidateRequirement = (requirement, path) => {
  const { key = '' } = requirement;
  const problems = qualifiedName(key).map((message) => invalid(path.child('key'), key, message));
  return [...validateValues(requirement, path), ...problems];
};

/** A selector is a text, or requirements. What the text says is looked at when it is used. */
function validateSelector(
  selector: Selector | undefined,
  path: FieldPath,
  validate: ValidateRequirement,
): FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = '', requirements = [] } = selector;
  const requirementsPath = path.child('requirements');
  if (rawSelector !== '' && requirements.length > 0) {
    return [
      invalid(path.child('rawSelector'), rawSelector, 'may not specified at the same time as requirements'),
    ];
  }
  if (rawSelector === '' && requirements.length === 0) {
    return [required(requirementsPath, `when ${path} is specified, requirements or rawSelector is required`)];
  }
  return validateEach(requirements, (requirement, index) =>
    validate(requirement, requirementsPath.index(index)),
  );
}

/** Operators that are not known here may be known to the authorizer. */
function validateValues({ operator, values = [] }: Requirement, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const valuesPath = path.child('values');
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    errors.push(required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'"));
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    errors.push(forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  }
  return errors;
}
