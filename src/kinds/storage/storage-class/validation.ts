import { equalValues } from '../../../api/json/json-values.ts';
import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { invalidEach, validateOneOf } from '../../shared/field-checks.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateTopologies } from './topologies.ts';

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

export function validateStorageClass(storage: StorageV1StorageClass): FieldError[] {
  return [
    ...validateProvisioner(storage.provisioner, FieldPath.of('provisioner')),
    ...validateParameters(storage.parameters ?? {}, FieldPath.of('parameters')),
    ...validateOneOf(storage.reclaimPolicy || undefined, FieldPath.of('reclaimPolicy'), ['Delete', 'Retain']),
    ...validateOneOf(storage.volumeBindingMode, FieldPath.of('volumeBindingMode'), [
      'Immediate',
      'WaitForFirstConsumer',
    ]),
    ...validateTopologies(storage.allowedTopologies ?? [], FieldPath.of('allowedTopologies')),
  ];
}

/** Immutable fields: pending claims depend on what the class said when they were created. */
export function validateStorageClassUpdate(
  storage: StorageV1StorageClass,
  old: StorageV1StorageClass,
): FieldError[] {
  const immutableFields = ['parameters', 'provisioner', 'reclaimPolicy'] as const;
  return [
    ...validateStorageClass(storage),
    ...immutableFields
      .filter((field) => !equalValues(storage[field], old[field]))
      .map((field) => forbidden(field, `updates to ${field} are forbidden.`)),
    ...unchanged(storage.volumeBindingMode, old.volumeBindingMode, FieldPath.of('volumeBindingMode')),
  ];
}

/** A qualified name; upper case is allowed. */
function validateProvisioner(provisioner: string, path: FieldPath): FieldError[] {
  if (provisioner === '') return [required(path)];
  const lower = provisioner.toLowerCase();
  return invalidEach(path, lower, qualifiedName(lower));
}

function validateParameters(parameters: Record<string, string>, path: FieldPath): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters) return [tooLong(path, maxParameters)];
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
  return [
    ...(entries.some(([key]) => key === '') ? [invalid(path, '', 'field can not be empty.')] : []),
    ...(bytes > maxParameterBytes ? [tooLong(path, maxParameterBytes)] : []),
  ];
}
