import type { CoreV1TopologySpreadConstraint } from '../../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/validation/field-errors.ts';
import { validateLabelSelectorObject } from '../../../../api/validation/label-validation.ts';
import { repetitions } from '../../../../api/validation/repetitions.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { validateOneOf } from '../../field-checks.ts';
import type { PodFeatures } from '../features.ts';
import type { PodContext } from '../options.ts';
import { validateKeyNames, validateMergedKeys, validateSeparateKeys } from './label-keys.ts';

const pairOf = ({ topologyKey, whenUnsatisfiable }: CoreV1TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** Validates the constraints on how evenly pods are spread over zones, nodes and the like. */
export function validateTopologySpread(
  constraints: readonly CoreV1TopologySpreadConstraint[] = [],
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const pairs = constraints.map(pairOf);
  // Of equal entries all but the last are reported.
  const isRepeated = repetitions(pairs.toReversed());
  return validateEach(constraints, (constraint, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
    const at = path.index(index);
    const isFollowed = isRepeated(pairs.length - 1 - index);
    return [
      ...(maxSkew > 0 ? [] : [invalid(at.child('maxSkew'), maxSkew, 'must be greater than zero')]),
      ...(topologyKey === '' ? [required(at.child('topologyKey'), 'can not be empty')] : []),
      ...(actions.includes(whenUnsatisfiable)
        ? []
        : [notSupported(at.child('whenUnsatisfiable'), whenUnsatisfiable, actions)]),
      ...(isFollowed ? [duplicate(at.child('{topologyKey, whenUnsatisfiable}'), pairs[index])] : []),
      ...validateMinDomains(constraint, at.child('minDomains')),
      ...validateOneOf(constraint.nodeAffinityPolicy, at.child('nodeAffinityPolicy'), nodePolicies),
      ...validateOneOf(constraint.nodeTaintsPolicy, at.child('nodeTaintsPolicy'), nodePolicies),
      ...validateSelection(constraint, at, context),
    ];
  });
}

const nodePolicies = ['Honor', 'Ignore'];

function validateMinDomains(
  { minDomains, whenUnsatisfiable }: CoreV1TopologySpreadConstraint,
  path: FieldPath,
): FieldError[] {
  if (minDomains === undefined) return [];
  const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [
    ...(minDomains > 0 ? [] : [invalid(path, minDomains, 'must be greater than zero')]),
    ...(whenUnsatisfiable === 'DoNotSchedule' ? [] : [invalid(path, minDomains, text)]),
  ];
}

/** Which pods are counted. A stored pod may keep a selector that was let in. */
function validateSelection(
  { labelSelector, matchLabelKeys = [] }: CoreV1TopologySpreadConstraint,
  path: FieldPath,
  { old, features }: PodContext,
): FieldError[] {
  const keysPath = path.child('matchLabelKeys');
  const before = old?.spec.topologySpreadConstraints ?? [];
  const wasInvalid = before.some((one) => selectorErrors(one, path).length > 0);
  const byMerge = features.mergesSpreadKeys !== isJudgedTheOtherWay(before, features, path);
  return [
    ...validateKeyNames(matchLabelKeys, features.since27 ? labelSelector : {}, keysPath),
    ...(byMerge
      ? validateMergedKeys(matchLabelKeys, labelSelector, path)
      : validateSeparateKeys(matchLabelKeys, labelSelector, keysPath)),
    ...(features.since27 && !wasInvalid ? selectorErrors({ labelSelector }, path) : []),
  ];
}

const selectorErrors = (
  { labelSelector }: Pick<CoreV1TopologySpreadConstraint, 'labelSelector'>,
  path: FieldPath,
): FieldError[] =>
  validateLabelSelectorObject(labelSelector, path.child('labelSelector'), { checksValues: true });

/** Whether the stored constraints fail the check of today, and so were made when the other one was in force. */
function isJudgedTheOtherWay(
  before: readonly CoreV1TopologySpreadConstraint[],
  { mergesSpreadKeys }: PodFeatures,
  path: FieldPath,
): boolean {
  const check = mergesSpreadKeys ? validateMergedKeys : validateSeparateKeys;
  return before.some(
    ({ matchLabelKeys = [], labelSelector }) => check(matchLabelKeys, labelSelector, path).length > 0,
  );
}
