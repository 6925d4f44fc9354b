import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';

/** Checks of paths in file systems of containers and nodes. */

const backstep = /(?:^|\/)\.\.(?:\/|$)/;

/** The path must not contain the element `..`. */
export function validateNoBacksteps(target: string, path: FieldPath): FieldError[] {
  return target.includes('..') && backstep.test(target)
    ? [invalid(path, target, "must not contain '..'")]
    : [];
}

/** The path must be relative and stay below its base directory. */
export function validateDescendingPath(target = '', path: FieldPath): FieldError[] {
  const absolute = target.startsWith('/') ? [invalid(path, target, 'must be a relative path')] : [];
  return [...absolute, ...validateNoBacksteps(target, path)];
}

/** A descending path that does not begin with `..`: such names are reserved for the node agent. */
export function validateProjectedPath(target = '', path: FieldPath): FieldError[] {
  const reserved = target.startsWith('..') && !target.startsWith('../');
  return [
    ...validateDescendingPath(target, path),
    ...(reserved ? [invalid(path, target, "must not start with '..'")] : []),
  ];
}

/** Permission bits of a file; may be absent. */
export function validateFileMode(mode: number | undefined, path: FieldPath): FieldError[] {
  return mode !== undefined && (mode < 0 || mode > 0o777)
    ? [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]
    : [];
}
