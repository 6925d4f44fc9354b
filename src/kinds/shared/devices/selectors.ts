import type { ResourceV1DeviceSelector } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import type { Interruptible } from '../../../util/slices.ts';
import type { DeviceExpressions } from './expressions.ts';
import { validateListInSteps } from './lists.ts';

const maxSelectors = 32;
const maxExpressionBytes = 10 * 1024;
const maxCost = 1_000_000;

/** Tells which devices are meant. `isStored`: the expressions are those of the stored object. */
export function validateSelectors(
  selectors: readonly ResourceV1DeviceSelector[] | undefined,
  path: FieldPath,
  expressions: DeviceExpressions,
  isStored: boolean,
): Interruptible<FieldError[]> {
  return validateListInSteps(selectors, maxSelectors, path, function* ({ cel }, own) {
    const celPath = own.child('cel');
    if (cel === undefined) return [required(celPath)];
    return yield* validateExpression(cel.expression, celPath.child('expression'), expressions, isStored);
  });
}

function* validateExpression(
  text: string,
  path: FieldPath,
  expressions: DeviceExpressions,
  isStored: boolean,
): Interruptible<FieldError[]> {
  if (Buffer.byteLength(text) > maxExpressionBytes) return [tooLong(path, maxExpressionBytes)];
  const compiled = yield* expressions.compile(text, isStored);
  yield;
  if ('problem' in compiled) return [invalid(path, text, compiled.problem)];
  return compiled.cost > maxCost ? [forbidden(path, 'too complex, exceeds cost limit')] : [];
}
