import type { DiscoveryV1Endpoint, DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { type Description, orNone } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

const unset = '<unset>';

export const endpointSlice: Describer<DiscoveryV1EndpointSlice> = {
  versions: ['discovery.{api}/v1', 'discovery.{api}/v1beta1'],
  describe(to, { metadata, addressType, ports, endpoints }) {
    to.head(metadata);
    to.field(0, 'AddressType', addressType);
    if (ports === undefined || ports === null || ports.length === 0) to.line(0, `Ports: ${unset}`);
    else {
      const rows = ports.map(({ name, port, protocol }) => [name || unset, port ?? unset, protocol]);
      to.line(0, 'Ports:');
      to.table(1, ['Name', 'Port', 'Protocol'], rows);
    }
    if (endpoints === undefined || endpoints === null || endpoints.length === 0) {
      return to.line(0, 'Endpoints: <none>');
    }
    to.line(0, 'Endpoints:');
    for (const endpoint of endpoints) describeEndpoint(to, endpoint);
  },
};

type Endpoint = DiscoveryV1Endpoint & { topology?: Readonly<Record<string, string>> };

function describeEndpoint(to: Description, endpoint: Endpoint): void {
  const { addresses, conditions, hostname, targetRef, topology = {}, nodeName, zone } = endpoint;
  const { label } = to.dialect;
  to.line(1, `- Addresses:\t${orNone((addresses ?? []).join(', '))}`);
  to.line(2, 'Conditions:');
  to.field(3, 'Ready', conditions?.ready ?? unset);
  to.field(2, 'Hostname', hostname ?? unset);
  if (targetRef !== undefined) to.field(2, 'TargetRef', `${targetRef.kind ?? ''}/${targetRef.name ?? ''}`);
  // Node and zone are labels in v1beta1.
  to.field(2, 'NodeName', nodeName ?? topology[`${label}/hostname`] ?? unset);
  to.field(2, 'Zone', zone ?? topology[`topology.${label}/zone`] ?? unset);
}
