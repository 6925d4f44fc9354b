import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  DiscoveryV1beta1Endpoint,
  DiscoveryV1beta1EndpointSlice,
  DiscoveryV1Endpoint,
  DiscoveryV1EndpointSlice,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * v1beta1 has topology labels where v1 has the fields `nodeName` and `zone`. v1 keeps all other labels in
 * `deprecatedTopology`.
 *
 *     topology: {zone: a, hostname: n1, rack: 7}
 *     zone: a, nodeName: n1, deprecatedTopology: {rack: 7}
 */
export function betaRules({ label }: Dialect): VersionRules {
  const keys = { zone: `topology.${label}/zone`, hostname: `${label}/hostname` };
  return {
    toStored({ endpoints, ...slice }: DiscoveryV1beta1EndpointSlice) {
      return { ...slice, endpoints: endpoints?.map((endpoint) => storedEndpoint(endpoint, keys)) ?? null };
    },
    fromStored({ endpoints, ...slice }: DiscoveryV1EndpointSlice) {
      return { ...slice, endpoints: endpoints?.map((endpoint) => betaEndpoint(endpoint, keys)) ?? null };
    },
  };
}

interface Keys {
  zone: string;
  hostname: string;
}

function storedEndpoint(
  { topology, ...endpoint }: DiscoveryV1beta1Endpoint,
  keys: Keys,
): DiscoveryV1Endpoint {
  if (topology === undefined) return endpoint;
  const { [keys.zone]: zone, [keys.hostname]: hostname, ...others } = topology;
  const nodeName = endpoint.nodeName ?? hostname;
  // The label stays only if it differs from nodeName, which v1beta1 allowed.
  const rest =
    hostname === undefined || hostname === nodeName ? others : { ...others, [keys.hostname]: hostname };
  return {
    ...endpoint,
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(zone === undefined ? {} : { zone }),
    ...(Object.keys(rest).length === 0 ? {} : { deprecatedTopology: rest }),
  };
}

function betaEndpoint(
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
