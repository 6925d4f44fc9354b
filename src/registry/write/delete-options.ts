import { goList } from '../../api/go-format/go-syntax.ts';
import { type FieldError, forbidden, invalid, notSupported } from '../../api/validation/field-errors.ts';
import type { DefaultPropagation } from '../kind-rules.ts';

/** The options of a deletion. */
export interface DeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
  /** Whether an object that cannot be read is to be removed all the same, if the operator allows it. */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** The same, with what the version that the client speaks does when nothing is said; the kind's own way by default. */
export interface Deletion extends DeleteOptions {
  byDefault?: DefaultPropagation | undefined;
  /** Whether a whole collection is deleted: what the kind holds beside finalizers does not count then. */
  isOfCollection?: boolean;
}

const policies = ['Foreground', 'Background', 'Orphan'];

export function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { orphanDependents, propagationPolicy } = options;
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    errors.push(
      invalid(
        'propagationPolicy',
        propagationPolicy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...policies, 'nil']));
  }
  if ((options.gracePeriodSeconds ?? 0) < 0 && !Number.isSafeInteger(options.gracePeriodSeconds)) {
    errors.push(forbidden('gracePeriodSeconds', 'must be an integer'));
  }
  return [...errors, ...validateDryRun(options.dryRun ?? [])];
}

/** `All` is the only dry run that there is. */
export function validateDryRun(dryRun: readonly string[]): FieldError[] {
  if (dryRun.every((value) => value === 'All')) return [];
  return [notSupported('dryRun', goList('string', dryRun), ['All'])];
}
