import type { Compilation } from '../../../api/cel/contract.ts';
import type { ExpressionUse, PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import { type FieldError, type FieldPath, internal, invalid } from '../../../api/validation/field-errors.ts';
import type { Interruptible } from '../../../util/slices.ts';

/** Whether an expression compiles, and gives what its place needs. */
export function* validateExpression(
  text: string,
  use: ExpressionUse,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  return compilationErrors(yield* expressions.compileInSteps(use, text), text, path);
}

export function compilationErrors(compiled: Compilation, text: string, path: FieldPath): FieldError[] {
  if (!('problem' in compiled)) return [];
  const { isInternal, detail } = compiled.problem;
  return [isInternal ? internal(path, detail) : invalid(path, text, detail)];
}
