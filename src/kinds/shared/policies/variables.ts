import type { PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import type { AdmissionregistrationV1Variable } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { compilationErrors } from './expressions.ts';

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** The variables of a policy, each of which those after it may use: they are declared on the way. */
export function validateVariables(
  variables: readonly AdmissionregistrationV1Variable[] | null | undefined,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  return validateEachInSteps(variables ?? [], function* ({ name, expression }, index) {
    const own = path.index(index);
    return [
      ...validateName(name, own.child('name')),
      ...(yield* declareVariable(name, expression, own.child('expression'), expressions)),
    ];
  });
}

/** A variable without an expression stays unknown to the other expressions. */
function* declareVariable(
  name: string,
  text: string,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  if (text.trim() === '') return [required(path, 'expression is not specified')];
  const compiled = yield* expressions.compileInSteps('variable', text);
  expressions.declare(name, compiled);
  return compilationErrors(compiled, text, path);
}

function validateName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, 'name is not specified')];
  return identifier.test(name) && !reserved.has(name)
    ? []
    : [invalid(path, name, 'must be a valid CEL identifier')];
}
