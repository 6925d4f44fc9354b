import { type FieldError, type FieldPath, notSupported } from '../../api/validation/field-errors.ts';
import { qualifiedName } from '../../api/validation/names.ts';
import { invalidEach } from './field-checks.ts';

/** The candidate whose API is the oldest leads. */
export const oldestEmulationVersion = 'OldestEmulationVersion';

/** By what a leader is chosen: a strategy of the product, or `example.com/mine`. The path of a refusal says it twice. */
export function validateStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (strategy.includes('/')) return invalidEach(path, strategy, qualifiedName(strategy));
  if (strategy === oldestEmulationVersion) return [];
  return [notSupported(path.child('strategy'), strategy, [oldestEmulationVersion])];
}
