import type {
  CoreV1NodeSelectorRequirement,
  NetworkingV1alpha1ClusterCIDR,
} from '../../../api/schema/types.gen.ts';
import { nameIsDnsLabel } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { ageColumn, column, exactTable, nameColumn } from '../../shared/table.ts';
import { validateClusterCidr, validateClusterCidrUpdate } from './validation.ts';

/** A range from which nodes get addresses for their pods: releases 1.25 to 1.28 have it. */
export function clusterCidr({ dialect }: KindDependencies): KindRules<NetworkingV1alpha1ClusterCIDR> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'ClusterCIDR',
    validateName: nameIsDnsLabel,
    validateCreate: validateClusterCidr,
    validateUpdate: validateClusterCidrUpdate,
    table,
  };
}

const table = exactTable<NetworkingV1alpha1ClusterCIDR>([
  nameColumn,
  column('PerNodeHostBits', 'string', 'Bits of an address that a node has for its pods.', ({ spec }) =>
    String(spec.perNodeHostBits),
  ),
  column('IPv4', 'string', 'The range of IPv4 addresses.', ({ spec }) => spec.ipv4 || '<none>'),
  column('IPv6', 'string', 'The range of IPv6 addresses.', ({ spec }) => spec.ipv6 || '<none>'),
  ageColumn,
  column('NodeSelector', 'string', 'The nodes that it is for.', ({ spec }) => selectorText(spec), {
    priority: 1,
  }),
]);

/** `MatchExpressions: [{zone In [a b]}],MatchFields: [{metadata.name In [n]}]`. */
function selectorText({ nodeSelector }: NetworkingV1alpha1ClusterCIDR['spec']): string {
  if (nodeSelector === undefined) return '<none>';
  return (nodeSelector.nodeSelectorTerms ?? [])
    .flatMap(({ matchExpressions = [], matchFields = [] }) => [
      ...(matchExpressions.length > 0
        ? [`MatchExpressions: [${matchExpressions.map(needText).join(' ')}]`]
        : []),
      ...(matchFields.length > 0 ? [`MatchFields: [${matchFields.map(needText).join(' ')}]`] : []),
    ])
    .join(',');
}

const needText = ({ key, operator, values = [] }: CoreV1NodeSelectorRequirement): string =>
  `{${key} ${operator} [${values.join(' ')}]}`;
