import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1EndpointAddress, CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';

/** Warnings of addresses that are not written in the standard way, where people wrote them; from 1.33 on. */
export function endpointsWarnings(
  { label }: Dialect,
  gates: FeatureGates,
): Pick<KindRules<CoreV1Endpoints>, 'warnings'> {
  if (!gates.isIn('1.33')) return {};
  const rules = new AddressRules(gates);
  const managedBy = `endpoints.${label}/managed-by`;
  const ofList = (addresses: readonly CoreV1EndpointAddress[] = [], path: string): string[] =>
    addresses.flatMap(({ ip }, index) => rules.ipWarnings(ip, `${path}[${index}].ip`));
  return {
    warnings: ({ metadata, subsets = [] }) =>
      metadata.labels?.[managedBy] === 'endpoint-controller'
        ? []
        : subsets.flatMap(({ addresses, notReadyAddresses }, index) => [
            ...ofList(addresses, `subsets[${index}].addresses`),
            ...ofList(notReadyAddresses, `subsets[${index}].notReadyAddresses`),
          ]),
  };
}
