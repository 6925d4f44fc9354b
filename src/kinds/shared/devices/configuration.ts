import { writePlainJson } from '../../../api/codec/json.ts';
import type { ResourceV1DeviceConfiguration } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { validateDriver } from './names.ts';

const maxDataBytes = 10 * 1024;

/** Settings for a driver. `isStored`: the object had the same before, whatever their size. */
export function validateConfiguration(
  { opaque }: ResourceV1DeviceConfiguration,
  path: FieldPath,
  isStored: boolean,
): FieldError[] {
  const opaquePath = path.child('opaque');
  if (opaque === undefined) return [required(opaquePath)];
  const parametersPath = opaquePath.child('parameters');
  return [
    ...validateDriver(opaque.driver, opaquePath.child('driver')),
    ...(opaque.parameters === null || opaque.parameters === undefined
      ? [required(parametersPath)]
      : validateData(opaque.parameters, parametersPath, isStored)),
  ];
}

/** An object of any fields. */
export function validateData(data: unknown, path: FieldPath, isStored: boolean): FieldError[] {
  if (!isStored && Buffer.byteLength(writePlainJson(data)) > maxDataBytes)
    return [tooLong(path, maxDataBytes)];
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject ? [] : [invalid(path, '<value omitted>', 'must be a valid JSON object')];
}
