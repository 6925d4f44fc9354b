import type { FieldError } from '../../../src/api/validation/field-errors.ts';
import type { KindRules } from '../../../src/registry/kind-rules.ts';
import { atOnce, type Interruptible } from '../../../src/util/slices.ts';

/** The faults of a new object, those that are found in steps as well. */
export const createErrors = <T extends object>(
  rules: Pick<KindRules<T>, 'validateCreate' | 'validateInSteps'>,
  object: T,
  apiVersion?: string,
): FieldError[] => {
  const steps = rules.validateInSteps?.create(object, apiVersion);
  const first = rules.validateCreate?.(object, apiVersion) ?? [];
  return steps === undefined ? first : [...first, ...atOnce(steps)];
};

/** The same of a changed object. */
export const updateErrors = <T extends object>(
  rules: Pick<KindRules<T>, 'validateUpdate' | 'validateInSteps'>,
  object: T,
  old: T,
  apiVersion?: string,
): FieldError[] => {
  const steps = rules.validateInSteps?.update?.(object, old, apiVersion);
  const first = rules.validateUpdate?.(object, old, apiVersion) ?? [];
  return steps === undefined ? first : [...first, ...atOnce(steps)];
};

/** The result of work in steps, and how often it stopped. */
export function countedStops<T>(work: Interruptible<T>): { result: T; stops: number } {
  for (let stops = 0; ; stops++) {
    const { done, value } = work.next();
    if (done) return { result: value, stops };
  }
}
