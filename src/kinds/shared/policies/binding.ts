import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1ParamRef,
} from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, pathSegmentName } from '../../../api/validation/names.ts';
import { invalidEach, requireFormat, requireOneOf } from '../field-checks.ts';
import { validateMatchResources } from './match-resources.ts';

/** The parts that the bindings of both sorts of policies have. */
export interface BindingSpec {
  policyName?: string;
  paramRef?: AdmissionregistrationV1ParamRef;
  matchResources?: AdmissionregistrationV1MatchResources;
}

/** The release from which on parameters may be chosen by labels, and may be missing. */
const selectorsSince = '1.28';

export function validateBindingSpec(
  { policyName, paramRef, matchResources }: BindingSpec,
  path: FieldPath,
  gates: FeatureGates,
): FieldError[] {
  return [
    ...requireFormat(policyName, path.child('policyName'), dns1123Subdomain),
    ...(paramRef === undefined ? [] : validateParamRef(paramRef, path.child('paramRef'), gates)),
    ...(matchResources === undefined
      ? []
      : validateMatchResources(matchResources, path.child('matchResources'))),
  ];
}

function validateParamRef(
  { name, selector, parameterNotFoundAction }: AdmissionregistrationV1ParamRef,
  path: FieldPath,
  gates: FeatureGates,
): FieldError[] {
  const namePath = path.child('name');
  const nameErrors = invalidEach(namePath, name, name ? pathSegmentName(name) : []);
  if (!gates.isIn(selectorsSince)) return nameErrors;
  const selectorPath = path.child('selector');
  const both = name && selector !== undefined;
  const exclusive = 'name and selector are mutually exclusive';
  return [
    ...nameErrors,
    ...(both ? [forbidden(namePath, exclusive)] : []),
    ...validateLabelSelectorObject(selector, selectorPath, { checksValues: true }),
    ...(both ? [forbidden(selectorPath, exclusive)] : []),
    ...(name || selector !== undefined ? [] : [required(path, 'one of name or selector must be specified')]),
    ...requireOneOf(parameterNotFoundAction, path.child('parameterNotFoundAction'), ['Deny', 'Allow']),
  ];
}
