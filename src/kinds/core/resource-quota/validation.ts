import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1ResourceQuota, CoreV1ResourceQuotaSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, tooLong } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { isQualified, isStandardQuotaResource } from '../../shared/resources/names.ts';
import type { ResourceList } from '../../shared/resources/quantities.ts';
import { validateAmount, validateResourceName } from '../../shared/resources/validation.ts';
import { goScopes, quotaScopes, validateScopeSelector, validateScopes } from './scopes.ts';

/**
 * Bytes of all names and amounts of `hard`. The status repeats them twice, beside what managed fields say of each: a
 * quota of more could be stored and never brought up to date.
 */
const maxHardBytes = 64 * 1024;

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

export function resourceQuotaValidation(dialect: Dialect, gates: FeatureGates) {
  const scopes = quotaScopes(gates);
  const validateAmounts = (list: ResourceList | undefined, path: FieldPath): FieldError[] =>
    validateEach(Object.keys(list ?? {}), (name) => {
      const namePath = path.key(name);
      const errors = validateQuotaResourceName(name, namePath);
      const ofAmount = validateAmount(name, list![name]!, namePath, dialect);
      return ofAmount.length === 0 ? errors : [...errors, ...ofAmount];
    });

  const validateSpec = (spec: CoreV1ResourceQuotaSpec): FieldError[] => [
    ...validateAmounts(spec.hard, specPath.child('hard')),
    ...validateScopes(spec, specPath.child('scopes'), scopes),
    ...validateScopeSelector(spec, specPath.child('scopeSelector'), scopes),
  ];

  const validateStatus = ({ status }: CoreV1ResourceQuota): FieldError[] => [
    ...validateAmounts(status.hard, statusPath.child('hard')),
    ...validateAmounts(status.used, statusPath.child('used')),
  ];

  return {
    validateCreate: (quota: CoreV1ResourceQuota): FieldError[] => [
      ...validateHardSize(quota.spec.hard),
      ...validateSpec(quota.spec),
      ...validateStatus(quota),
    ],
    validateUpdate: (quota: CoreV1ResourceQuota, old: CoreV1ResourceQuota): FieldError[] => [
      // An unchanged spec stays valid, so that metadata can change.
      ...(validateHardSize(old.spec.hard).length > 0 ? [] : validateHardSize(quota.spec.hard)),
      ...validateSpec(quota.spec),
      ...validateSameScopes(quota.spec, old.spec),
    ],
    validateStatus,
  };
}

function validateHardSize(hard: ResourceList = {}): FieldError[] {
  let bytes = 0;
  for (const name of Object.keys(hard)) bytes += Buffer.byteLength(name) + hard[name]!.length;
  return bytes > maxHardBytes ? [tooLong(specPath.child('hard'), maxHardBytes)] : [];
}

function validateQuotaResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  return isQualified(name) || isStandardQuotaResource(name)
    ? errors
    : [...errors, invalid(path, name, 'must be a standard resource for quota')];
}

/** Scopes are immutable: the usage was counted in them. */
function validateSameScopes({ scopes }: CoreV1ResourceQuotaSpec, old: CoreV1ResourceQuotaSpec): FieldError[] {
  const before = new Set(old.scopes);
  const now = new Set(scopes);
  const same = before.size === now.size && [...now].every((scope) => before.has(scope));
  return same ? [] : [invalid(specPath.child('scopes'), goScopes(scopes), 'field is immutable')];
}
