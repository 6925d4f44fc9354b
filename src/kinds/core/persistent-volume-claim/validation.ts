import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, notSupported, required } from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import {
  type ClaimOptionsOf,
  validatePersistentVolumeClaimSpec,
} from '../../shared/claim-spec-validation.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { isNativeResource } from '../../shared/resources/names.ts';
import { validateAmount, validateBasicAmount } from '../../shared/resources/validation.ts';

type Claim = CoreV1PersistentVolumeClaim;

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

/** `old`: the stored claim, whose values stay valid. */
export const validateClaim = ({ spec }: Claim, optionsOf: ClaimOptionsOf, old?: Claim): FieldError[] =>
  validatePersistentVolumeClaimSpec(spec, specPath, optionsOf(old?.spec));

export function statusValidation(dialect: Dialect, gates: FeatureGates) {
  const resize = resizeRules(gates);
  return ({ spec, status }: Claim, old: Claim): FieldError[] => {
    const capacityPath = statusPath.child('capacity');
    return [
      ...(spec.accessModes?.length ? [] : [required(FieldPath.of('Spec', 'accessModes'))]),
      ...validateEach(Object.entries(status.capacity ?? {}), ([name, text]) =>
        validateBasicAmount(text, capacityPath.key(name)),
      ),
      ...(resize !== undefined && canRecover(old, gates) ? validateResize(status, resize, dialect) : []),
    ];
  };
}

/** Whether a claim may take back a wish for more: with the gate, or if it has done so. */
export const canRecover = ({ status }: Claim, gates: FeatureGates): boolean =>
  gates.isOn('RecoverVolumeExpansionFailure') ||
  status.allocatedResources !== undefined ||
  status.allocatedResourceStatuses !== undefined;

interface ResizeRules {
  path: FieldPath;
  states: readonly string[];
}

/** States of a change of size, which have been a map since 1.28. */
function resizeRules(gates: FeatureGates): ResizeRules | undefined {
  if (!gates.isIn('1.28')) return undefined;
  const end = gates.isIn('1.31') ? 'Infeasible' : 'Failed';
  return {
    path: statusPath.child(gates.isIn('1.34') ? 'allocatedResourceStatuses' : 'resizeStatus'),
    states: [
      'ControllerResizeInProgress',
      `ControllerResize${end}`,
      'NodeResizeInProgress',
      `NodeResize${end}`,
      'NodeResizePending',
    ],
  };
}

function validateResize(
  { allocatedResourceStatuses = {}, allocatedResources = {} }: Claim['status'],
  { path, states }: ResizeRules,
  dialect: Dialect,
): FieldError[] {
  const allocatedPath = statusPath.child('allocatedResources');
  return [
    ...validateEach(Object.entries(allocatedResourceStatuses), ([name, state]) => [
      ...validateResourceName(name, path, dialect),
      ...(states.includes(state) ? [] : [notSupported(path, name, states)]),
    ]),
    ...validateEach(Object.entries(allocatedResources), ([name, text]) => [
      ...validateResourceName(name, allocatedPath, dialect),
      ...validateAmount(name, text, allocatedPath.key(name), dialect),
    ]),
  ];
}

/** The only one of the product's own resources that a claim has is `storage`. */
function validateResourceName(name: string, path: FieldPath, dialect: Dialect): FieldError[] {
  const errors = invalidEach(path, name, qualifiedName(name));
  if (errors.length > 0 || name === 'storage' || !isNativeResource(name, dialect)) return errors;
  return [notSupported(path, name, ['storage'])];
}
