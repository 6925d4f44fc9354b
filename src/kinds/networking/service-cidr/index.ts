import type { NetworkingV1ServiceCIDR } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';
import { validateServiceCidr, validateServiceCidrUpdate } from './validation.ts';

/** A range from which Services get addresses: one, or one of each family. */
export function serviceCidr({ dialect, gates }: KindDependencies): KindRules<NetworkingV1ServiceCIDR> {
  const wipesStatus = gates.isOn('ServiceCIDRStatusFieldWiping');
  return {
    group: `networking.${dialect.api}`,
    kind: 'ServiceCIDR',
    validateName: nameIsDnsSubdomain,
    prepareForCreate(range) {
      if (wipesStatus) range.status = {};
    },
    validateCreate: validateServiceCidr,
    prepareForUpdate(range, old) {
      if (wipesStatus) range.status = old.status;
    },
    validateUpdate: validateServiceCidrUpdate,
    status: {
      prepareForUpdate(range, old) {
        const { resourceVersion, managedFields } = range.metadata;
        range.spec = old.spec;
        range.metadata = { ...old.metadata, resourceVersion, managedFields };
      },
    },
    table: tableOf([column('CIDRs', 'string', 'Its ranges.', ({ spec }) => (spec.cidrs ?? []).join(','))]),
  };
}
