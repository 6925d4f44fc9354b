import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateKind, validateLabel } from '../../../api/validation/kind-names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { Definition } from './types.ts';

type Names = Definition['spec']['names'];

/** The names are required in the spec, not in the status. */
export function requireNames(names: Names, path: FieldPath): FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((field) => !names[field])
    .map((field) => required(path.child(field)));
}

export function validateNames(names: Names, path: FieldPath): FieldError[] {
  const { kind, listKind, shortNames = [], categories = [] } = names;
  const each = (field: string, values: readonly string[]) =>
    validateEach(values, (value, index) => validateLabel(value, path.child(field).index(index)));
  return [
    ...ifSet(names.plural, (value) => validateLabel(value, path.child('plural'))),
    ...ifSet(names.singular, (value) => validateLabel(value, path.child('singular'))),
    ...ifSet(kind, (value) => validateKind(value, path.child('kind'))),
    ...ifSet(listKind, (value) => validateKind(value, path.child('listKind'))),
    ...each('shortNames', shortNames),
    ...(kind !== '' && kind === listKind
      ? [invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...each('categories', categories),
  ];
}

const ifSet = (value: string | undefined, check: (value: string) => FieldError[]): FieldError[] =>
  value ? check(value) : [];
