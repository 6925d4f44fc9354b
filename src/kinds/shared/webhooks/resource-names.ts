import { goList } from '../../../api/go-format/go-syntax.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/**
 * Resources as rules name them: `pods`, `pods/log`, `*` for all without subresources, `pods/*`, `*\/status`, and
 * `*\/*` for everything. An entry must not be covered by another one.
 */
export function validateResourceNames(names: readonly string[], path: FieldPath): FieldError[] {
  if (names.length === 0) return [required(path)];
  const plain = names.filter((name) => name !== '' && !name.includes('/'));
  // Only the last plain name decides, for compatibility.
  const namesPlain = plain.at(-1) !== undefined && plain.at(-1) !== '*';
  const wildcards = new Set<string>();
  return [
    ...validateEach(names, (name, index) => {
      const errors = validateName(name, wildcards, () => path.index(index));
      if (name.startsWith('*/') || name.endsWith('/*')) wildcards.add(name);
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

/** `wildcards`: the entries before this one that can cover others. */
function validateName(name: string, wildcards: ReadonlySet<string>, path: () => FieldPath): FieldError[] {
  if (name === '') return [required(path())];
  const slash = name.indexOf('/');
  if (slash === -1 || wildcards.size === 0) return [];
  return [`${name.slice(0, slash)}/*`, `*/${name.slice(slash + 1)}`]
    .filter((wider) => wildcards.has(wider))
    .map((wider) => invalid(path(), name, `if '${wider}' is present, must not specify ${name}`));
}
