import type {
  CoreV1NodeSelectorRequirement,
  NetworkingV1alpha1ClusterCIDR,
} from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf, wideColumn } from '../../shared/table.ts';
import { validateClusterCidr, validateClusterCidrUpdate } from './validation.ts';

type Range = NetworkingV1alpha1ClusterCIDR;

const table = tableOf<Range>([
  column(
    'PerNodeHostBits',
    'string',
    'Bits of an address that are left for the pods of a node.',
    ({ spec }) => String(spec.perNodeHostBits),
  ),
  column('IPv4', 'string', 'Its range of IPv4 addresses.', ({ spec }) => spec.ipv4 || '<none>'),
  column('IPv6', 'string', 'Its range of IPv6 addresses.', ({ spec }) => spec.ipv6 || '<none>'),
  wideColumn('NodeSelector', 'string', 'The nodes that it is for.', selectorText),
]);

/** A range from which the controller of nodes gives each node addresses for its pods. */
export function clusterCidr({ dialect }: KindDependencies): KindRules<Range> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'ClusterCIDR',
    validateName: nameIsDnsSubdomain,
    validateCreate: validateClusterCidr,
    validateUpdate: validateClusterCidrUpdate,
    table,
  };
}

/** `MatchExpressions: [{zone In [a b]}]`, a term after the other. */
function selectorText({ spec }: Range): string {
  const terms = (spec.nodeSelector?.nodeSelectorTerms ?? []).flatMap(
    ({ matchExpressions = [], matchFields = [] }) => [
      ...requirementsText('MatchExpressions', matchExpressions),
      ...requirementsText('MatchFields', matchFields),
    ],
  );
  return terms.join(',') || '<none>';
}

function requirementsText(name: string, requirements: readonly CoreV1NodeSelectorRequirement[]): string[] {
  const texts = requirements.map(
    ({ key, operator, values = [] }) => `{${key} ${operator} [${values.join(' ')}]}`,
  );
  return texts.length === 0 ? [] : [`${name}: [${texts.join(' ')}]`];
}
