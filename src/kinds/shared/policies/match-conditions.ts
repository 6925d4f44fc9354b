import type { PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import type { AdmissionregistrationV1MatchCondition } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { invalidEach } from '../field-checks.ts';
import { validateExpression } from './expressions.ts';

const maxConditions = 64;

export function* validateMatchConditions(
  conditions: readonly AdmissionregistrationV1MatchCondition[] = [],
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  const isRepeated = repetitions(conditions.map(({ name }) => name));
  return [
    ...(conditions.length > maxConditions ? [tooMany(path, conditions.length, maxConditions)] : []),
    ...(yield* validateEachInSteps(conditions, function* ({ name, expression }, index) {
      const own = path.index(index);
      const namePath = own.child('name');
      const text = expression.trim();
      return [
        ...(text === ''
          ? [required(own.child('expression'))]
          : yield* validateExpression(text, 'condition', own.child('expression'), expressions)),
        ...(name === '' ? [required(namePath)] : invalidEach(namePath, name, qualifiedName(name))),
        ...(name !== '' && isRepeated(index) ? [duplicate(namePath, name)] : []),
      ];
    })),
  ];
}
