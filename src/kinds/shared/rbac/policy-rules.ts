import { goList } from '../../../api/go-format/go-syntax.ts';
import { maxPatternLength } from '../../../api/rbac/path-patterns.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** Rules of roles; those of a namespaced Role must not have `nonResourceURLs`. */
export function validatePolicyRules(
  rules: readonly RbacV1PolicyRule[] | null,
  path: FieldPath,
  namespaced: boolean,
): FieldError[] {
  return validateEach(rules ?? [], (rule, index) => validatePolicyRule(rule, path.index(index), namespaced));
}

function validatePolicyRule(rule: RbacV1PolicyRule, path: FieldPath, namespaced: boolean): FieldError[] {
  const { verbs, apiGroups = [], resources = [], nonResourceURLs = [] } = rule;
  const errors = verbs?.length
    ? []
    : [required(path.child('verbs'), 'verbs must contain at least one value')];
  if (nonResourceURLs.length > 0) return [...errors, ...validateUrls(rule, path, namespaced)];
  if (apiGroups.length === 0) {
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}

function validateUrls(rule: RbacV1PolicyRule, path: FieldPath, namespaced: boolean): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs } = rule;
  const error = (text: string) =>
    invalid(path.child('nonResourceURLs'), goList('string', nonResourceURLs), text);
  const mixed = apiGroups.length + resources.length + resourceNames.length > 0;
  return [
    ...(namespaced ? [error('namespaced rules cannot apply to non-resource URLs')] : []),
    ...validateEach(nonResourceURLs ?? [], (url, index) =>
      url.length > maxPatternLength
        ? [tooLong(path.child('nonResourceURLs').index(index), maxPatternLength)]
        : [],
    ),
    ...(mixed ? [error('rules cannot apply to both regular resources and non-resource URLs')] : []),
  ];
}
