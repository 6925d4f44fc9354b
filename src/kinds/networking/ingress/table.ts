import type { CoreV1LoadBalancerStatus, NetworkingV1Ingress } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<NetworkingV1Ingress>([
  column(
    'Class',
    'string',
    'Name of the ingress class that takes care of it.',
    ({ spec }) => spec.ingressClassName ?? '<none>',
  ),
  column('Hosts', 'string', 'Hosts that it has rules for.', ({ spec }) => hostsText(spec.rules ?? [])),
  column('Address', 'string', 'Where it can be reached.', ({ status }) => addressText(status.loadBalancer)),
  column('Ports', 'string', 'Ports that it serves: 443 when there are certificates.', ({ spec }) =>
    spec.tls === undefined ? '80' : '80, 443',
  ),
]);

const maxHosts = 3;

/** `a.example,b.example,c.example + 2 more...`; the count is of rules, with hosts or not. */
function hostsText(rules: NonNullable<NetworkingV1Ingress['spec']['rules']>): string {
  const named = rules.flatMap(({ host }, index) => (host ? [{ host, index }] : []));
  const shown = named.slice(0, maxHosts);
  if (shown.length === 0) return '*';
  const text = shown.map(({ host }) => host).join(',');
  const isFull = shown.length === maxHosts && rules.length > shown[maxHosts - 1]!.index + 1;
  return isFull ? `${text} + ${rules.length - maxHosts} more...` : text;
}

function addressText({ ingress = [] }: CoreV1LoadBalancerStatus): string {
  const addresses = ingress.map(({ ip, hostname }) => ip || hostname || '').filter((text) => text !== '');
  return [...new Set(addresses)].sort().join(',');
}
