import { equalValues } from '../../api/json/json-values.ts';
import type {
  CoreV1PersistentVolumeClaimSpec,
  CoreV1TypedLocalObjectReference,
} from '../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { validateEach } from '../../api/validation/validate-each.ts';
import { requireText, validateOneOf, validateSubdomainFormat } from './field-checks.ts';

export interface ClaimSpecOptions {
  /** An alpha feature: new claims may not use the mode, stored claims that have it stay valid. */
  allowReadWriteOncePod?: boolean;
}

/** Validates the spec of a PersistentVolumeClaim or of a claim template. */
export function validatePersistentVolumeClaimSpec(
  spec: CoreV1PersistentVolumeClaimSpec,
  path: FieldPath,
  options: ClaimSpecOptions = {},
): FieldError[] {
  const { selector, storageClassName, volumeMode, dataSource, dataSourceRef } = spec;
  return [
    ...(spec.accessModes?.length
      ? []
      : [required(path.child('accessModes'), 'at least 1 access mode is required')]),
    ...(selector === undefined ? [] : validateLabelSelectorObject(selector, path.child('selector'))),
    ...validateAccessModes(spec.accessModes, path.child('accessModes'), options),
    ...validateStorage(spec.resources.requests?.['storage'], path.child('resources').key('storage')),
    ...(storageClassName ? validateSubdomainFormat(storageClassName, path.child('storageClassName')) : []),
    ...validateOneOf(volumeMode, path.child('volumeMode'), ['Block', 'Filesystem']),
    ...(dataSource === undefined ? [] : validateDataSource(dataSource, path.child('dataSource'))),
    ...(dataSourceRef === undefined ? [] : validateDataSource(dataSourceRef, path.child('dataSourceRef'))),
    ...(dataSource !== undefined && dataSourceRef !== undefined && !equalValues(dataSource, dataSourceRef)
      ? [invalid(path, path.child('dataSource').toString(), 'must match dataSourceRef')]
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

function validateDataSource(source: CoreV1TypedLocalObjectReference, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.name, path, 'name'),
    ...requireText(source.kind, path, 'kind'),
    // An empty apiGroup is the core group, in which only claims can be a data source.
    ...(!source.apiGroup && source.kind !== 'PersistentVolumeClaim' ? [invalid(path, source.kind, '')] : []),
  ];
}
