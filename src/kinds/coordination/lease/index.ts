import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validateLease } from './validation.ts';

/** A lock with an expiry, for leader election: two holders must never both believe that they own it. */
export function lease({ dialect, gates }: KindDependencies): KindRules<CoordinationV1Lease> {
  return {
    group: fillPlaceholders(dialect, 'coordination.{api}'),
    kind: 'Lease',
    takesPlainFinalizers: gates.isIn('1.24'),
    sharesNestedFields: true,
    validateName: nameIsDnsSubdomain,
    validateCreate: validateLease,
    validateUpdate: validateLease,
    allowsCreateOnUpdate: true,
    // Of two clients that take over the same lease, one must get a conflict.
    requiresResourceVersion: true,
    table,
  };
}
