import { goList } from '../../../api/go-format/go-syntax.ts';
import type { PolicyV1beta1RuntimeClassStrategyOptions } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { invalidEach, validateSubdomainFormat } from '../../shared/field-checks.ts';

const wildcard = '*';

export function validateRuntimeClass(
  options: PolicyV1beta1RuntimeClassStrategyOptions | undefined,
  path: FieldPath,
): FieldError[] {
  if (options === undefined) return [];
  const names = options.allowedRuntimeClassNames ?? [];
  const namesPath = path.child('allowedRuntimeClassNames');
  const isRepeated = repetitions(names);
  const hasAny = names.includes(wildcard);
  const alone = "if '*' is present, must not specify other RuntimeClass names";
  return [
    ...validateEach(names, (name, index) => {
      const errors = name === wildcard ? [] : dns1123Subdomain(name);
      if (errors.length === 0 && !isRepeated(index)) return [];
      const namePath = namesPath.index(index);
      const repeated = isRepeated(index) ? [duplicate(namePath, name)] : [];
      return [...invalidEach(namePath, name, errors), ...repeated];
    }),
    ...validateDefault(options.defaultRuntimeClassName, names, path),
    ...(hasAny && names.length > 1 ? [invalid(namesPath, goList('string', names), alone)] : []),
  ];
}

function validateDefault(
  name: string | undefined,
  allowed: readonly string[],
  path: FieldPath,
): FieldError[] {
  if (name === undefined) return [];
  const isAllowed = allowed.includes(name) || allowed.includes(wildcard);
  const text = `default ${goQuote(name)} must be allowed`;
  return [
    ...validateSubdomainFormat(name, path.child('defaultRuntimeClassName')),
    ...(isAllowed ? [] : [required(path.child('allowedRuntimeClassNames'), text)]),
  ];
}
