import type { CoreV1Service, CoreV1ServicePort } from '../../../api/schema/types.gen.ts';
import { column, labelsText, tableOf, wideColumn } from '../../shared/table.ts';

export const table = tableOf<CoreV1Service>([
  column('Type', 'string', 'From where it can be reached, and how.', ({ spec }) => spec.type ?? ''),
  column(
    'Cluster-IP',
    'string',
    'Its address within the cluster.',
    ({ spec }) => spec.clusterIPs?.[0] ?? '<none>',
  ),
  column('External-IP', 'string', 'Its addresses from outside.', externalText),
  column(
    'Port(s)',
    'string',
    'Its ports, and those on the nodes.',
    ({ spec }) => spec.ports?.map(portText).join(',') || '<none>',
  ),
  wideColumn('Selector', 'string', 'Labels by which its pods are found.', ({ spec }) =>
    labelsText(spec.selector),
  ),
]);

/** A balancer that has not come up yet is `<pending>`. */
function externalText({ spec, status }: CoreV1Service): string {
  const own = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return own.join(',') || '<none>';
    case 'LoadBalancer': {
      const ingress = status.loadBalancer.ingress ?? [];
      const balanced = new Set(ingress.map(({ ip, hostname }) => ip || hostname || '').filter(Boolean));
      return [...[...balanced].sort(), ...own].join(',') || '<pending>';
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

/** `80/TCP`, `80:30080/TCP`. */
function portText({ port, nodePort, protocol }: CoreV1ServicePort): string {
  return nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
}
