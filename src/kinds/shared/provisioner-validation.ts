import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../api/validation/field-errors.ts';
import { qualifiedName } from '../../api/validation/names.ts';
import { invalidEach } from './field-checks.ts';

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** A qualified name; upper case is allowed. */
export function validateProvisioner(provisioner: string, path: FieldPath): FieldError[] {
  if (provisioner === '') return [required(path)];
  const lower = provisioner.toLowerCase();
  return invalidEach(path, lower, qualifiedName(lower));
}

/** Validates what a driver is told; its meaning is the driver's. */
export function validateParameters(parameters: Record<string, string>, path: FieldPath): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters) return [tooLong(path, maxParameters)];
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
  return [
    ...(entries.some(([key]) => key === '') ? [invalid(path, '', 'field can not be empty.')] : []),
    ...(bytes > maxParameterBytes ? [tooLong(path, maxParameterBytes)] : []),
  ];
}
