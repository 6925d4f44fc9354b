import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';

/** Warnings of names for addresses, and of addresses that are not written in the standard way. */
export function sliceWarnings(gates: FeatureGates): Pick<KindRules<DiscoveryV1EndpointSlice>, 'warnings'> {
  if (!gates.isIn('1.27')) return {};
  const rules = new AddressRules(gates);
  return {
    warnings: ({ addressType, endpoints }, old) => [
      ...(addressType === 'FQDN' && old === undefined
        ? ['spec.addressType: FQDN endpoints are deprecated']
        : []),
      ...(endpoints ?? []).flatMap(({ addresses }, index) =>
        (addresses ?? []).flatMap((address, at) =>
          rules.ipWarnings(address, `endpoints[${index}].addresses[${at}]`),
        ),
      ),
    ],
  };
}
