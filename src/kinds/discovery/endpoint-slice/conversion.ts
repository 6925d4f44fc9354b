import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  DiscoveryV1beta1Endpoint,
  DiscoveryV1beta1EndpointSlice,
  DiscoveryV1Endpoint,
  DiscoveryV1EndpointSlice,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * Where an endpoint is was once said by labels, `topology`; node and zone are fields today. What else was there is
 * carried along in `deprecatedTopology`.
 *
 *     topology: {zone: a, hostname: n1, rack: 7}
 *     zone: a, nodeName: n1, deprecatedTopology: {rack: 7}
 */
export function olderVersion({ label }: Dialect): VersionRules {
  const keys = { zone: `topology.${label}/zone`, hostname: `${label}/hostname` };
  return {
    toStored({ endpoints, ...slice }: DiscoveryV1beta1EndpointSlice) {
      return { ...slice, endpoints: endpoints?.map((endpoint) => newerEndpoint(endpoint, keys)) ?? null };
    },
    fromStored({ endpoints, ...slice }: DiscoveryV1EndpointSlice) {
      return { ...slice, endpoints: endpoints?.map((endpoint) => olderEndpoint(endpoint, keys)) ?? null };
    },
  };
}

interface Keys {
  zone: string;
  hostname: string;
}

function newerEndpoint({ topology, ...endpoint }: DiscoveryV1beta1Endpoint, keys: Keys): DiscoveryV1Endpoint {
  if (topology === undefined) return endpoint;
  const { [keys.zone]: zone, [keys.hostname]: hostname, ...others } = topology;
  const nodeName = endpoint.nodeName ?? hostname;
  // Only where it differs from the node, which is odd but was possible, does the label stay.
  const rest =
    hostname === undefined || hostname === nodeName ? others : { ...others, [keys.hostname]: hostname };
  return {
    ...endpoint,
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(zone === undefined ? {} : { zone }),
    ...(Object.keys(rest).length === 0 ? {} : { deprecatedTopology: rest }),
  };
}

function olderEndpoint(
  { deprecatedTopology, zone, ...endpoint }: DiscoveryV1Endpoint,
  keys: Keys,
): DiscoveryV1beta1Endpoint {
  const { nodeName } = endpoint;
  if (deprecatedTopology === undefined && zone === undefined && nodeName === undefined) return endpoint;
  return {
    ...endpoint,
    topology: {
      ...(nodeName === undefined ? {} : { [keys.hostname]: nodeName }),
      ...deprecatedTopology,
      ...(zone === undefined ? {} : { [keys.zone]: zone }),
    },
  };
}
