import { GoText } from '../../../api/go-format/go-syntax.ts';
import type {
  BatchV1JobSpec,
  BatchV1PodFailurePolicyOnExitCodesRequirement,
  BatchV1PodFailurePolicyOnPodConditionsPattern,
  BatchV1PodFailurePolicyRule,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { invalidEach } from '../field-checks.ts';

const maxRules = 20;
const maxConditions = 20;
const maxExitCodes = 255;
const operators = ['In', 'NotIn'];
const statuses = ['False', 'True', 'Unknown'];

/** Validates what becomes of a job when one of its pods fails. `actions`: those that the release has. */
export function validatePodFailurePolicy(
  spec: BatchV1JobSpec,
  path: FieldPath,
  actions: readonly string[],
): FieldError[] {
  if (spec.podFailurePolicy === undefined) return [];
  const rules = spec.podFailurePolicy.rules ?? [];
  const rulesPath = path.child('rules');
  const { containers, initContainers = [] } = spec.template.spec;
  const names = new Set([...(containers ?? []), ...initContainers].map(({ name }) => name));
  return [
    ...(rules.length > maxRules ? [tooMany(rulesPath, rules.length, maxRules)] : []),
    ...validateEach(rules, (rule, index) => [
      ...validateAction(rule.action, spec, rulesPath.index(index).child('action'), actions),
      ...validateRule(rule, rulesPath.index(index), names),
    ]),
  ];
}

function validateAction(
  action: string,
  { backoffLimitPerIndex }: BatchV1JobSpec,
  path: FieldPath,
  actions: readonly string[],
): FieldError[] {
  if (action === 'FailIndex' && actions.includes(action)) {
    return backoffLimitPerIndex === undefined
      ? [invalid(path, action, 'requires the backoffLimitPerIndex to be set')]
      : [];
  }
  return requireValue(action, path, actions);
}

/** `valid values: ["In" "NotIn"]`. */
function requireValue(value: string, path: FieldPath, values: readonly string[]): FieldError[] {
  if (value === '')
    return [required(path, `valid values: [${values.map((each) => goQuote(each)).join(' ')}]`)];
  return values.includes(value) ? [] : [notSupported(path, value, values)];
}

function validateRule(
  { onExitCodes, onPodConditions }: BatchV1PodFailurePolicyRule,
  path: FieldPath,
  containers: ReadonlySet<string>,
): FieldError[] {
  const conditions = onPodConditions ?? [];
  const count = (onExitCodes ? 1 : 0) + (conditions.length === 0 ? 0 : 1);
  const problem =
    count === 2
      ? 'specifying both OnExitCodes and OnPodConditions is not supported'
      : 'specifying one of OnExitCodes and OnPodConditions is required';
  return [
    ...(onExitCodes ? validateExitCodes(onExitCodes, path.child('onExitCodes'), containers) : []),
    ...validateConditions(conditions, path.child('onPodConditions')),
    ...(count === 1 ? [] : [invalidWithoutValue(path, problem)]),
  ];
}

/** The rule itself is not shown. */
const invalidWithoutValue = (path: FieldPath, detail: string): FieldError => ({
  ...invalid(path, '', detail),
  body: `Invalid value: ${detail}`,
});

function validateConditions(
  conditions: readonly BatchV1PodFailurePolicyOnPodConditionsPattern[],
  path: FieldPath,
): FieldError[] {
  return [
    ...(conditions.length > maxConditions ? [tooMany(path, conditions.length, maxConditions)] : []),
    ...validateEach(conditions, ({ type, status = '' }, index) => [
      ...invalidEach(path.index(index).child('type'), type, qualifiedName(type)),
      ...requireValue(status, path.index(index).child('status'), statuses),
    ]),
  ];
}

function validateExitCodes(
  { containerName, operator, values }: BatchV1PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
  containers: ReadonlySet<string>,
): FieldError[] {
  const namePath = path.child('containerName');
  const isUnknown = (containerName ?? undefined) !== undefined && !containers.has(containerName!);
  return [
    ...requireValue(operator, path.child('operator'), operators),
    ...(isUnknown
      ? [
          invalid(
            namePath,
            containerName,
            'must be one of the container or initContainer names in the pod template',
          ),
        ]
      : []),
    ...validateValues(values, path.child('values'), operator),
  ];
}

function validateValues(
  given: readonly number[] | null | undefined,
  path: FieldPath,
  operator: string,
): FieldError[] {
  const codes = given ?? [];
  if (codes.length === 0) {
    const shown = new GoText('[]int32(nil)', given ? '[]' : 'null');
    return [invalid(path, shown, 'at least one value is required')];
  }
  const isRepeated = repetitions(codes);
  const isOrdered = codes.every((code, index) => index === 0 || codes[index - 1]! <= code);
  const shown = new GoText(`[]int32{${codes.join(', ')}}`, JSON.stringify(codes));
  return [
    ...(codes.length > maxExitCodes ? [tooMany(path, codes.length, maxExitCodes)] : []),
    ...validateEach(codes, (code, index) => [
      ...(operator === 'In' && code === 0
        ? [invalid(path.index(index), code, 'must not be 0 for the In operator')]
        : []),
      ...(isRepeated(index) ? [duplicate(path.index(index), code)] : []),
    ]),
    ...(isOrdered ? [] : [invalid(path, shown, 'must be ordered')]),
  ];
}
