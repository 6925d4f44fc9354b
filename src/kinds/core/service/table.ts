import type { CoreV1Service, CoreV1ServicePort } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, labelsText, nameColumn, wideColumn } from '../../shared/table.ts';

export const table: TableRules<CoreV1Service> = {
  columns: [
    nameColumn,
    column('Type', 'string', 'From where it can be reached, and how.'),
    column('Cluster-IP', 'string', 'Its address within the cluster.'),
    column('External-IP', 'string', 'Its addresses from outside.'),
    column('Port(s)', 'string', 'Its ports, and those on the nodes.'),
    ageColumn,
    wideColumn('Selector', 'string', 'Labels by which its pods are found.'),
  ],
  cells: (service, now) => {
    const { metadata, spec } = service;
    return [
      metadata.name ?? '',
      spec.type ?? '',
      spec.clusterIPs?.[0] ?? '<none>',
      externalText(service),
      spec.ports?.map(portText).join(',') || '<none>',
      ageCell(metadata, now),
      labelsText(spec.selector),
    ];
  },
};

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
