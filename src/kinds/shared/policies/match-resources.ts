import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1NamedRuleWithOperations,
} from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { pathSegmentName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, validateOneOf } from '../field-checks.ts';
import { validateRule } from '../webhooks/rules.ts';

type MatchResources = AdmissionregistrationV1MatchResources;
type Rule = AdmissionregistrationV1NamedRuleWithOperations;

const matchPolicies = ['Equivalent', 'Exact'];
/** A deleted object cannot be changed. */
const mutableOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** The writes that a policy is about: it has to name resources, as otherwise its types would be unknown. */
export function validateMatchConstraints(match: MatchResources | undefined, path: FieldPath): FieldError[] {
  if (match === undefined) return [required(path)];
  return [
    ...validateMatchResources(match, path),
    ...(match.resourceRules?.length ? [] : [required(path.child('resourceRules'))]),
  ];
}

export function validateMatchResources(match: MatchResources, path: FieldPath): FieldError[] {
  const validateRules = (rules: readonly Rule[] | undefined, name: string): FieldError[] =>
    validateEach(rules ?? [], (rule, index) => validateNamedRule(rule, path.child(name).index(index)));
  return [
    ...validateOneOf(match.matchPolicy, path.child('matchPolicy'), matchPolicies),
    ...validateSelector(match.namespaceSelector, path.child('namespaceSelector')),
    ...validateSelector(match.objectSelector, path.child('objectSelector')),
    ...validateRules(match.resourceRules, 'resourceRules'),
    ...validateRules(match.excludeResourceRules, 'excludeResourceRules'),
  ];
}

/** The operations of rules that name what is changed. */
export function validateMutableOperations(match: MatchResources | undefined, path: FieldPath): FieldError[] {
  const own = path.child('resourceRules', 'operations');
  const operations = (match?.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  return operations
    .filter((operation) => !mutableOperations.includes(operation))
    .map((operation) => notSupported(own, operation, mutableOperations));
}

const validateSelector = (selector: MatchResources['objectSelector'], path: FieldPath): FieldError[] =>
  selector === undefined
    ? [required(path)]
    : validateLabelSelectorObject(selector, path, { checksValues: true });

function validateNamedRule(rule: Rule, path: FieldPath): FieldError[] {
  const names = rule.resourceNames ?? [];
  const isRepeated = repetitions(names);
  return [
    ...validateEach(names, (name, index) => {
      const own = path.child('resourceNames').index(index);
      return [
        ...invalidEach(own, name, pathSegmentName(name)),
        ...(isRepeated(index) ? [duplicate(own, name)] : []),
      ];
    }),
    ...validateRule(rule, path),
  ];
}
