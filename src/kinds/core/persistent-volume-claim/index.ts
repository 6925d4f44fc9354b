import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { claimOptions } from '../../shared/claim-spec-validation.ts';
import { reporting } from '../../shared/report-twice.ts';
import { applyDefaults } from './defaults.ts';
import { sameClaimValidation } from './immutability.ts';
import { strategy } from './strategy.ts';
import { claimTable } from './table.ts';
import { statusValidation, validateClaim } from './validation.ts';
import { claimWarnings } from './warnings.ts';

/** A wish for storage, and what came of it. */
export function persistentVolumeClaim({
  dialect,
  gates,
}: KindDependencies): KindRules<CoreV1PersistentVolumeClaim> {
  const optionsOf = claimOptions(gates);
  const validateSameClaim = sameClaimValidation(dialect, gates);
  const report = reporting(gates);
  const { status, ...others } = strategy(dialect, gates);
  return {
    group: '',
    kind: 'PersistentVolumeClaim',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...others,
    validateCreate: (claim) => validateClaim(claim, optionsOf),
    validateUpdate: (claim, old) => [
      ...report(validateClaim(claim, optionsOf, old)),
      ...validateSameClaim(claim, old),
    ],
    warnings: claimWarnings(dialect, gates),
    status: { ...status, validateUpdate: statusValidation(dialect, gates) },
    deletion: { answersWithObject: true },
    table: claimTable(dialect, gates),
  };
}
