import type { CoreV1Container, CoreV1ContainerRestartRule } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireOneOf, validateOneOf } from '../field-checks.ts';
import type { ContainerContext } from './options.ts';

const restartPolicies = ['Always', 'Never', 'OnFailure'];
const maxRules = 20;
const maxExitCodes = 255;

/** Validates when a container that runs with the pod is started again. */
export function validateContainerRestart(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { restartPolicy } = container;
  if (context.features.appliesRestartRules) {
    return [
      ...validateOneOf(restartPolicy, path.child('restartPolicy'), restartPolicies),
      ...validateRules(container, path, context),
    ];
  }
  return restartPolicy === undefined
    ? []
    : [forbidden(path.child('restartPolicy'), 'may not be set for non-init containers')];
}

/** Validates the same of an init container: one that is always started again runs beside the pod. */
export function validateInitRestart(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { restartPolicy, restartPolicyRules = [] } = container;
  const { appliesRestartRules, restartsAllContainers, since34 } = context.features;
  const policyPath = path.child('restartPolicy');
  if (!appliesRestartRules) {
    return validateOneOf(restartPolicy, since34 ? policyPath : path, ['Always']);
  }
  const text = 'restartPolicyRules are not allowed for init containers with restart policy Always';
  const withoutRules = restartPolicy === 'Always' && !restartsAllContainers;
  return [
    ...validateOneOf(restartPolicy, policyPath, restartPolicies),
    ...(withoutRules && restartPolicyRules.length > 0
      ? [forbidden(path.child('restartPolicyRules'), text)]
      : validateRules(container, path, context)),
  ];
}

function validateRules(
  { restartPolicy, restartPolicyRules: rules = [] }: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  if (rules.length === 0) return [];
  const rulesPath = path.child('restartPolicyRules');
  const missing = 'must specify restartPolicy when restart rules are used';
  return [
    ...(restartPolicy === undefined ? [required(path.child('restartPolicy'), missing)] : []),
    ...validateCount(rules.length, maxRules, rulesPath, context),
    ...validateEach(rules, (rule, index) => validateRule(rule, rulesPath.index(index), context)),
  ];
}

const validateCount = (
  count: number,
  max: number,
  path: FieldPath,
  { features: { since36 } }: ContainerContext,
): FieldError[] => (count <= max ? [] : [since36 ? tooMany(path, count, max) : tooLong(path, max)]);

function validateRule(
  { action = '', exitCodes }: CoreV1ContainerRestartRule,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const actions = context.features.restartsAllContainers ? ['Restart', 'RestartAllContainers'] : ['Restart'];
  const actionErrors = actions.includes(action) ? [] : [notSupported(path.child('action'), action, actions)];
  const codesPath = path.child('exitCodes');
  if (exitCodes === undefined) return [...actionErrors, required(codesPath, 'must be specified')];
  const { operator = '', values = [] } = exitCodes;
  return [
    ...actionErrors,
    ...(['In', 'NotIn'].includes(operator)
      ? []
      : [notSupported(codesPath.child('operator'), operator, ['In', 'NotIn'])]),
    ...validateCount(values.length, maxExitCodes, codesPath.child('values'), context),
  ];
}

const resizable = ['cpu', 'memory'];
const resizePolicies = ['NotRequired', 'RestartContainer'];

/** Validates what a change of resources means to a container that runs. Errors stand at the list. */
export function validateResizePolicy(
  { resizePolicy = [] }: CoreV1Container,
  path: FieldPath,
  { spec, features: { since29, since36 } }: ContainerContext,
): FieldError[] {
  const taken = new Set<string>();
  const never = `must be 'NotRequired' when ${since36 ? 'pod ' : ''}\`restartPolicy\` is 'Never'`;
  return validateEach(resizePolicy, ({ resourceName, restartPolicy }, index) => {
    const isTaken = taken.has(resourceName);
    taken.add(resourceName);
    return [
      ...(isTaken ? [duplicate(path.index(index), resourceName)] : []),
      ...requireOneOf(resourceName, path, resizable),
      ...requireOneOf(restartPolicy, path, resizePolicies),
      ...(since29 && spec.restartPolicy === 'Never' && restartPolicy !== 'NotRequired'
        ? [invalid(path, restartPolicy, never)]
        : []),
    ];
  });
}

/** Validates the same where containers run one after the other, which releases allowed step by step. */
export function validateInitResizePolicy(
  { restartPolicy, resizePolicy = [] }: CoreV1Container,
  path: FieldPath,
  { old, features: { since32, since33, since36 } }: ContainerContext,
): FieldError[] {
  const at = path.child('resizePolicy');
  if (resizePolicy.length === 0) return [];
  if (!since33) {
    const before = since32 ? old : undefined;
    const wasSet = before?.spec.initContainers?.some(
      (one) => one.restartPolicy === 'Always' && one.resizePolicy?.length,
    );
    return wasSet ? [] : [invalid(at, resizePolicy, 'must not be set for init containers')];
  }
  if (!since36 || restartPolicy === 'Always') return [];
  const wasSet = old?.spec.initContainers?.some(
    (before) => before.restartPolicy !== 'Always' && before.resizePolicy?.some(restarts),
  );
  if (wasSet) return [];
  const text = "must not be set to 'RestartContainer' for non-sidecar initContainers";
  return validateEach(resizePolicy, (policy, index) =>
    restarts(policy) ? [invalid(at.index(index).child('restartPolicy'), policy.restartPolicy, text)] : [],
  );
}

const restarts = ({ restartPolicy }: { restartPolicy: string }): boolean =>
  restartPolicy === 'RestartContainer';
