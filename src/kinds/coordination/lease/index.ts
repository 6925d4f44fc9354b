import { speak } from '../../../api/meta/dialect.ts';
import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validateLease } from './validation.ts';

/** A claim that has to be renewed: two holders must never both believe that they have it. */
export function lease({ dialect }: KindDependencies): KindRules<CoordinationV1Lease> {
  return {
    group: speak(dialect, 'coordination.{api}'),
    kind: 'Lease',
    validateName: nameIsDnsSubdomain,
    validateCreate: validateLease,
    validateUpdate: validateLease,
    allowsCreateOnUpdate: true,
    // Who takes a lease over has to say what it saw: of two that saw the same, one comes second.
    requiresResourceVersion: true,
    table,
  };
}
