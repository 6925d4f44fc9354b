import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  NetworkingV1NetworkPolicy,
  NetworkingV1NetworkPolicyPeer,
} from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';

/** Warnings of ranges that are not written in the standard way, from 1.33 on. */
export function networkPolicyWarnings(
  gates: FeatureGates,
): Pick<KindRules<NetworkingV1NetworkPolicy>, 'warnings'> {
  if (!gates.isIn('1.33')) return {};
  const rules = new AddressRules(gates);
  const ofPeers = (peers: readonly NetworkingV1NetworkPolicyPeer[] = [], path: string): string[] =>
    peers.flatMap(({ ipBlock }, index) => {
      if (ipBlock === undefined) return [];
      const own = `${path}[${index}].ipBlock`;
      return [
        ...rules.cidrWarnings(ipBlock.cidr, `${own}.cidr`),
        ...(ipBlock.except ?? []).flatMap((range, at) => rules.cidrWarnings(range, `${own}.except[${at}]`)),
      ];
    });
  return {
    warnings: ({ spec: { ingress = [], egress = [] } }) => [
      ...ingress.flatMap(({ from }, index) => ofPeers(from, `spec.ingress[${index}].from`)),
      ...egress.flatMap(({ to }, index) => ofPeers(to, `spec.egress[${index}].to`)),
    ],
  };
}
