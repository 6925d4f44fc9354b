import { goQuantity } from '../../../api/go-format/go-quantity.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import {
  isExtendedResource,
  isIntegerResource,
  isNativeResource,
  isQualified,
  isStandardContainerResource,
  isStandardResource,
} from './names.ts';

/** A resource that is counted anywhere. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const problems = qualifiedName(name);
  if (problems.length > 0) return problems.map((message) => invalid(path, name, message));
  return isQualified(name) || isStandardResource(name)
    ? []
    : [invalid(path, name, 'must be a standard resource type or fully qualified')];
}

/** A resource that containers ask for. */
export function validateContainerResourceName(name: string, path: FieldPath, dialect: Dialect): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!isQualified(name)) {
    const known = isStandardContainerResource(name);
    return known ? errors : [...errors, invalid(path, name, 'must be a standard resource for containers')];
  }
  if (isNativeResource(name, dialect) || isExtendedResource(name, dialect)) return errors;
  return [...errors, invalid(path, name, "doesn't follow extended resource name standard")];
}

export function validateNonNegative(text: string, path: FieldPath): FieldError[] {
  return parseQuantity(text).sign() < 0 ? [invalid(path, text, 'must be greater than or equal to 0')] : [];
}

/** Amounts that fit any resource: numbers without sign, fraction or suffix. */
const plainNumber = /^[0-9]{1,18}$/;

/** An amount that fits its resource: never negative, and whole where there are no fractions. */
export function validateAmount(name: string, text: string, path: FieldPath, dialect: Dialect): FieldError[] {
  if (plainNumber.test(text)) return [];
  const fraction = isIntegerResource(name, dialect) && parseQuantity(text).milliValue() % 1000n !== 0n;
  return [
    ...validateNonNegative(text, path),
    ...(fraction ? [invalid(path, goQuantity(text), 'must be an integer')] : []),
  ];
}

export function validatePositive(text: string, path: FieldPath): FieldError[] {
  return parseQuantity(text).sign() > 0 ? [] : [invalid(path, text, 'must be greater than zero')];
}

/** An amount of anything. */
export function validateBasicAmount(text: string, path: FieldPath): FieldError[] {
  const value = parseQuantity(text).value();
  return value < 0n ? [invalid(path, value, 'must be a valid resource quantity')] : [];
}
