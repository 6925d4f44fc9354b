import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { CoreV1PersistentVolumeClaimSpec } from '../../api/schema/types.gen.ts';
import { hasLabelValues, validateLabelSelectorObject } from '../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { validateEach } from '../../api/validation/validate-each.ts';
import { type DataSourceOptions, validateDataSources } from './data-source-validation.ts';
import { validateOneOf, validateSubdomainFormat } from './field-checks.ts';

export interface ClaimSpecOptions extends DataSourceOptions {
  /** An alpha feature: new claims may not use the mode, stored claims that have it stay valid. */
  allowReadWriteOncePod?: boolean;
  /** Whether values of the selector have to be those of labels. */
  checksSelectorValues?: boolean;
}

/** Validates a claim, or the template of one, by the rules of a release; `old`: the spec that is stored. */
export type ClaimOptionsOf = (old?: CoreV1PersistentVolumeClaimSpec) => ClaimSpecOptions;

export function claimOptions(gates: FeatureGates): ClaimOptionsOf {
  const checksSelectorValues = gates.isIn('1.26');
  const checksGroup = gates.isIn('1.29');
  return (old) => ({
    allowReadWriteOncePod:
      gates.isOn('ReadWriteOncePod') || (old?.accessModes?.includes('ReadWriteOncePod') ?? false),
    checksSelectorValues: checksSelectorValues && hasLabelValues(old?.selector),
    checksGroup: checksGroup && !hasSourceGroup(old),
    namesDefaultGroup: checksSelectorValues,
  });
}

/** Whether it already has a source of a group: what was accepted once stays so. */
const hasSourceGroup = (spec: CoreV1PersistentVolumeClaimSpec | undefined): boolean =>
  (spec?.dataSource?.apiGroup ?? spec?.dataSourceRef?.apiGroup ?? null) !== null;

/** Validates the spec of a PersistentVolumeClaim or of a claim template. */
export function validatePersistentVolumeClaimSpec(
  spec: CoreV1PersistentVolumeClaimSpec,
  path: FieldPath,
  options: ClaimSpecOptions = {},
): FieldError[] {
  const { selector, storageClassName, volumeMode, volumeAttributesClassName } = spec;
  const checksValues = options.checksSelectorValues ?? false;
  const selectorPath = path.child('selector');
  return [
    ...(spec.accessModes?.length
      ? []
      : [required(path.child('accessModes'), 'at least 1 access mode is required')]),
    ...(selector === undefined ? [] : validateLabelSelectorObject(selector, selectorPath, { checksValues })),
    ...validateAccessModes(spec.accessModes, path.child('accessModes'), options),
    ...validateStorage(spec.resources.requests?.['storage'], path.child('resources').key('storage')),
    ...(storageClassName ? validateSubdomainFormat(storageClassName, path.child('storageClassName')) : []),
    ...validateOneOf(volumeMode, path.child('volumeMode'), ['Block', 'Filesystem']),
    ...validateDataSources(spec, path, options),
    ...(volumeAttributesClassName
      ? validateSubdomainFormat(volumeAttributesClassName, path.child('volumeAttributesClassName'))
      : []),
  ];
}

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const singlePod = 'ReadWriteOncePod';

/** Access modes of claims and of PersistentVolumes. */
export function validateAccessModes(
  modes: readonly string[] = [],
  path: FieldPath,
  { allowReadWriteOncePod = false }: ClaimSpecOptions,
): FieldError[] {
  const supported = allowReadWriteOncePod ? [...accessModes, singlePod] : accessModes;
  const mixed = modes.includes(singlePod) && modes.some((mode) => accessModes.includes(mode));
  return [
    ...validateEach(modes, (mode) => (supported.includes(mode) ? [] : [notSupported(path, mode, supported)])),
    ...(mixed ? [forbidden(path, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function validateStorage(storage: string | undefined, path: FieldPath): FieldError[] {
  if (storage === undefined) return [required(path)];
  return storage === '0' || storage.startsWith('-')
    ? [invalid(path, storage, 'must be greater than zero')]
    : [];
}
