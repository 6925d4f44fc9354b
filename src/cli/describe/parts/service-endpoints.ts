import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { isNotFound } from '../../../client/api/api-error.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { DescribeTools } from '../describer.ts';

/** Addresses that are named. */
const maxEndpoints = 3;

type Slices = readonly DiscoveryV1EndpointSlice[];

/** The slices of a Service. A server that does not know them in v1 may know them in v1beta1. */
export async function slicesOf(
  { client, dialect }: DescribeTools,
  namespace: string,
  service: string,
): Promise<Slices> {
  const query = { labelSelector: `${dialect.label}/service-name=${service}` };
  const list = async (version: string): Promise<Slices> => {
    const type = { group: `discovery.${dialect.api}`, version, resource: 'endpointslices' };
    const call = { method: 'GET', path: pathOf(type, namespace), query } as const;
    return (await client.json<{ items: DiscoveryV1EndpointSlice[] }>(call)).items;
  };
  try {
    return await list('v1');
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return list('v1beta1');
  }
}

/** `10.0.0.1:80,10.0.0.2:80`: what is ready at a port of the Service. */
export function endpointsText(slices: Slices, portName: string): string {
  if (slices.length === 0) return '<none>';
  const all = slices.flatMap(({ endpoints, ports }) => {
    const addresses = (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .map((endpoint) => endpoint.addresses?.[0] ?? '');
    // A Service without ports has addresses all the same.
    if (ports === null || ports === undefined || ports.length === 0) return addresses;
    return ports
      .filter(({ name = '' }) => name === portName)
      .flatMap(({ port }) => addresses.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`));
  });
  if (all.length <= maxEndpoints) return all.join(',');
  return `${all.slice(0, maxEndpoints).join(',')} + ${all.length - maxEndpoints} more...`;
}
