import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { applyDefaults } from './defaults.ts';
import { validateSameClaim } from './immutability.ts';
import { prepareForStatusUpdate, strategy } from './strategy.ts';
import { claimTable } from './table.ts';
import { validateClaim, validateClaimStatus } from './validation.ts';

/** A wish for storage, and what came of it. */
export function persistentVolumeClaim({ dialect }: KindDependencies): KindRules<CoreV1PersistentVolumeClaim> {
  return {
    group: '',
    kind: 'PersistentVolumeClaim',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...strategy(dialect),
    validateCreate: (claim) => validateClaim(claim),
    validateUpdate: (claim, old) => [
      ...reportTwice(validateClaim(claim, old)),
      ...validateSameClaim(claim, old, dialect),
    ],
    status: { prepareForUpdate: prepareForStatusUpdate, validateUpdate: validateClaimStatus },
    deletion: { answersWithObject: true },
    table: claimTable(dialect),
  };
}
