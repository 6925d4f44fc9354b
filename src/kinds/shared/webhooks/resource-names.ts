import { goList } from '../../../api/go-format/go-syntax.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/**
 * Resource types as rules name them: `pods`, `pods/log`, `*` for all without sub-resources, `pods/*`, `*\/status`,
 * and `*\/*` for everything. None may be named that another one covers already.
 */
export function validateResourceNames(names: readonly string[], path: FieldPath): FieldError[] {
  if (names.length === 0) return [required(path)];
  const plain = names.filter((name) => name !== '' && !name.includes('/'));
  // The last of the plain names decides, as it always did.
  const namesPlain = plain.at(-1) !== undefined && plain.at(-1) !== '*';
  /** Those seen so far that can cover others. */
  const wide = new Set<string>();
  return [
    ...validateEach(names, (name, index) => {
      const errors = validateName(name, wide, () => path.index(index));
      if (name.startsWith('*/') || name.endsWith('/*')) wide.add(name);
      return errors;
    }),
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

function validateName(name: string, wide: ReadonlySet<string>, path: () => FieldPath): FieldError[] {
  if (name === '') return [required(path())];
  const slash = name.indexOf('/');
  if (slash === -1 || wide.size === 0) return [];
  return [`${name.slice(0, slash)}/*`, `*/${name.slice(slash + 1)}`]
    .filter((wider) => wide.has(wider))
    .map((wider) => invalid(path(), name, `if '${wider}' is present, must not specify ${name}`));
}
