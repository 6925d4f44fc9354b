import { type FieldError, type FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';
import { goList } from '../../../api/machinery/go-syntax.ts';
import { eachFault } from '../each-fault.ts';
import { positions } from '../positions.ts';

/**
 * Resource types as rules name them: `pods`, `pods/log`, `*` for all without sub-resources, `pods/*`, `*\/status`,
 * and `*\/*` for everything. None may be named that another one covers already.
 */
export function validateResourceNames(names: readonly string[], path: FieldPath): FieldError[] {
  if (names.length === 0) return [required(path)];
  const first = positions(names);
  const plain = names.filter((name) => name !== '' && !name.includes('/'));
  // The last of the plain names decides, as it always did.
  const namesPlain = plain.at(-1) !== undefined && plain.at(-1) !== '*';
  return [
    ...eachFault(names, (name, index) =>
      validateName(name, (wider) => first.has(wider) && first.get(wider)! < index, path.index(index)),
    ),
    ...(names.length > 1 && names.includes('*/*')
      ? [invalid(path, goList('string', names), "if '*/*' is present, must not specify other resources")]
      : []),
    ...(plain.includes('*') && namesPlain
      ? [
          invalid(
            path,
            goList('string', names),
            "if '*' is present, must not specify other resources without subresources",
          ),
        ]
      : []),
  ];
}

/** `isBefore`: whether a name stands before this one. */
function validateName(name: string, isBefore: (name: string) => boolean, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  if (slash === -1) return [];
  return [`${name.slice(0, slash)}/*`, `*/${name.slice(slash + 1)}`]
    .filter(isBefore)
    .map((wider) => invalid(path, name, `if '${wider}' is present, must not specify ${name}`));
}
