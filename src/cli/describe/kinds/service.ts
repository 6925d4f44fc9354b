import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { labelTexts, orNone } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';
import { endpointsText, slicesOf } from '../parts/service-endpoints.ts';

export const service: Describer<CoreV1Service> = {
  async describe(to, object, tools) {
    const { metadata, spec = {}, status } = object;
    // A user who may not read them sees none.
    const slices = await slicesOf(tools, metadata.namespace ?? '', metadata.name ?? '').catch(() => []);
    to.head(metadata);
    to.field(0, 'Selector', orNone(labelTexts(spec.selector).join(',')));
    to.field(0, 'Type', spec.type);
    if (spec.ipFamilyPolicy != null) to.field(0, 'IP Family Policy', spec.ipFamilyPolicy);
    to.field(0, 'IP Families', orNone((spec.ipFamilies ?? []).join(',')));
    to.field(0, 'IP', spec.clusterIP);
    to.field(0, 'IPs', orNone((spec.clusterIPs ?? []).join(',')));
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
      to.field(0, 'Endpoints', endpointsText(slices, port.name ?? ''));
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
