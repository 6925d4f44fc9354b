import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { quotaTable } from './table.ts';
import { resourceQuotaValidation } from './validation.ts';
import { quotaWarnings } from './warnings.ts';

/** Limits the total usage of a namespace. */
export function resourceQuota({ dialect, gates }: KindDependencies): KindRules<CoreV1ResourceQuota> {
  const { validateCreate, validateUpdate, validateStatus } = resourceQuotaValidation(dialect, gates);
  return {
    group: '',
    kind: 'ResourceQuota',
    applyDefaults: ({ spec, status }) => roundUpToMilli(spec.hard, status.hard, status.used),
    validateName: nameIsDnsSubdomain,
    prepareForCreate(quota) {
      quota.status = {};
    },
    validateCreate,
    prepareForUpdate(quota, old) {
      quota.status = old.status;
    },
    validateUpdate,
    status: { validateUpdate: validateStatus },
    deletion: { answersWithObject: true },
    ...(gates.isIn('1.35') ? { warnings: quotaWarnings } : {}),
    table: quotaTable(gates),
  };
}
