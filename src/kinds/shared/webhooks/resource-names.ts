import { type FieldError, type FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';

/**
 * Resource types as rules name them: `pods`, `pods/log`, `*` for all without sub-resources, `pods/*`, `*\/status`,
 * and `*\/*` for everything. None may be named that another one covers already.
 */
export function validateResourceNames(names: readonly string[], path: FieldPath): FieldError[] {
  if (names.length === 0) return [required(path)];
  const plain = names.filter((name) => name !== '' && !name.includes('/'));
  // The last of the plain names decides, as it always did.
  const namesPlain = plain.at(-1) !== undefined && plain.at(-1) !== '*';
  return [
    ...names.flatMap((name, index) => validateName(name, names.slice(0, index), path.index(index))),
    ...(names.length > 1 && names.includes('*/*')
      ? [invalid(path, names, "if '*/*' is present, must not specify other resources")]
      : []),
    ...(plain.includes('*') && namesPlain
      ? [invalid(path, names, "if '*' is present, must not specify other resources without subresources")]
      : []),
  ];
}

/** `before`: the names that stand before this one. */
function validateName(name: string, before: readonly string[], path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  if (slash === -1) return [];
  return [`${name.slice(0, slash)}/*`, `*/${name.slice(slash + 1)}`]
    .filter((wider) => before.includes(wider))
    .map((wider) => invalid(path, name, `if '${wider}' is present, must not specify ${name}`));
}
