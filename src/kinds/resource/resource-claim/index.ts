import { equalValues } from '../../../api/json/json-values.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1ResourceClaim } from '../../../api/schema/types.gen.ts';
import { FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateAdminAccess, validateAdminResults } from '../../shared/devices/admin-access.ts';
import { validateClaimSpec } from '../../shared/devices/claim-spec.ts';
import { defaultClaimSpec } from '../../shared/devices/defaults.ts';
import { flatClaims } from '../../shared/devices/flat-requests.ts';
import { shownClaimSpec } from '../../shared/devices/internal-form.ts';
import { deviceRules } from '../../shared/devices/options.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { dropReleasedDevices } from './device-status.ts';
import { validateStatus } from './status-validation.ts';
import { table } from './table.ts';

const specPath = FieldPath.of('spec');

/** A request for devices, and which devices it was given. */
export function resourceClaim(dependencies: KindDependencies): KindRules<ResourceV1ResourceClaim> {
  const { dialect, gates } = dependencies;
  const rules = deviceRules(gates);
  const group = fillPlaceholders(dialect, 'resource.{api}');
  return {
    group,
    kind: 'ResourceClaim',
    validateName: nameIsDnsSubdomain,
    applyDefaults: ({ spec }) => defaultClaimSpec(spec),
    prepareForCreate(claim) {
      claim.status = {};
    },
    validateCreate: (claim) => validateAdminAccess(claim, claim.spec, specPath, dependencies),
    prepareForUpdate(claim, old) {
      claim.status = old.status;
    },
    validateUpdate: (claim, old) =>
      equalValues(claim.spec, old.spec)
        ? []
        : [invalid(specPath, shownClaimSpec(claim.spec), 'field is immutable')],
    validateInSteps: { create: ({ spec }) => validateClaimSpec(spec, specPath, rules, false) },
    status: {
      ...statusStrategy,
      prepareForUpdate(claim, old) {
        statusStrategy.prepareForUpdate(claim, old);
        dropReleasedDevices(claim, old);
        for (const device of claim.status.devices ?? [])
          if (device.conditions?.length === 0) device.conditions = null;
      },
      validateUpdate: (claim, old) => [
        ...validateAdminResults(claim, old, dependencies),
        ...validateStatus(claim, old, rules),
      ],
    },
    versions: flatClaims(group, dependencies),
    deletion: { answersWithObject: true },
    table,
  };
}
