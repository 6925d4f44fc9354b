import type { CoreV1Endpoints, CoreV1Service } from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { Describer, DescribeTools } from '../describer.ts';
import { labelTexts, orNone } from '../description.ts';

type Subsets = NonNullable<CoreV1Endpoints['subsets']>;

/** Addresses that are named. */
const maxEndpoints = 3;

export const service: Describer<CoreV1Service> = {
  async describe(to, object, tools) {
    const { metadata, spec = {}, status } = object;
    const subsets = await subsetsOf(object, tools);
    to.head(metadata);
    to.field(0, 'Selector', orNone(labelTexts(spec.selector).join(',')));
    to.field(0, 'Type', spec.type);
    if (spec.ipFamilyPolicy != null) to.field(0, 'IP Family Policy', spec.ipFamilyPolicy);
    if (spec.ipFamilies !== undefined) to.field(0, 'IP Families', orNone(spec.ipFamilies.join(',')));
    to.field(0, 'IP', spec.clusterIP);
    if (spec.clusterIPs !== undefined) to.field(0, 'IPs', orNone(spec.clusterIPs.join(',')));
    if (spec.externalIPs !== undefined) to.field(0, 'External IPs', spec.externalIPs.join(','));
    if (spec.loadBalancerIP) to.field(0, 'Desired LoadBalancer IP', spec.loadBalancerIP);
    if (spec.externalName) to.field(0, 'External Name', spec.externalName);
    const balancers = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
    if (balancers.length > 0) to.field(0, 'LoadBalancer Ingress', balancers.join(', '));
    for (const port of spec.ports ?? []) {
      const name = port.name || '<unset>';
      to.line(0, `Port:\t${name}\t${port.port}/${port.protocol}`.replace(/\t([^\t]*)$/, '  $1'));
      to.field(0, 'TargetPort', `${port.targetPort}/${port.protocol}`);
      if (port.nodePort) to.field(0, 'NodePort', `${name}  ${port.nodePort}/${port.protocol}`);
      to.field(0, 'Endpoints', endpointsText(subsets, port.name ?? ''));
    }
    to.field(0, 'Session Affinity', spec.sessionAffinity);
    if (spec.externalTrafficPolicy) to.field(0, 'External Traffic Policy', spec.externalTrafficPolicy);
    if (spec.internalTrafficPolicy) to.field(0, 'Internal Traffic Policy', spec.internalTrafficPolicy);
    if (spec.healthCheckNodePort) to.field(0, 'HealthCheck NodePort', spec.healthCheckNodePort);
    if (spec.loadBalancerSourceRanges !== undefined) {
      to.field(0, 'LoadBalancer Source Ranges', spec.loadBalancerSourceRanges.join(','));
    }
  },
};

async function subsetsOf({ metadata }: CoreV1Service, { client }: DescribeTools): Promise<Subsets> {
  const type = { group: '', version: 'v1', resource: 'endpoints' };
  const path = pathOf(type, metadata.namespace ?? '', metadata.name);
  try {
    return (await client.json<CoreV1Endpoints>({ method: 'GET', path })).subsets ?? [];
  } catch {
    // There are none yet, or the user may not read them.
    return [];
  }
}

function endpointsText(subsets: Subsets, portName: string): string {
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports
      .filter(({ name = '' }) => name === portName)
      .flatMap(({ port }) =>
        addresses.map(({ ip }) => (ip?.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
      ),
  );
  if (all.length <= maxEndpoints) return orNone(all.join(','));
  return `${all.slice(0, maxEndpoints).join(',')} + ${all.length - maxEndpoints} more...`;
}
