import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  DiscoveryV1beta1Endpoint,
  DiscoveryV1beta1EndpointSlice,
  DiscoveryV1Endpoint,
  DiscoveryV1EndpointSlice,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/** From this release on the label of the node and the field are one. Before it there was no v1. */
const nodesMeetSince = '1.21';

/**
 * v1beta1 has topology labels where v1 has the fields `nodeName` and `zone`. v1 keeps all other labels in
 * `deprecatedTopology`.
 *
 *     topology: {zone: a, hostname: n1, rack: 7}
 *     zone: a, nodeName: n1, deprecatedTopology: {rack: 7}
 */
export function betaRules({ label }: Dialect, gates: FeatureGates): VersionRules {
  const hostname = gates.isIn(nodesMeetSince) ? `${label}/hostname` : undefined;
  const keys = { zone: `topology.${label}/zone`, hostname };
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
  /** None where the label stays a label. */
  hostname: string | undefined;
}

function storedEndpoint(
  { topology, ...endpoint }: DiscoveryV1beta1Endpoint,
  keys: Keys,
): DiscoveryV1Endpoint {
  if (topology === undefined) return endpoint;
  const { [keys.zone]: zone, ...rest } = topology;
  const hostname = keys.hostname === undefined ? undefined : rest[keys.hostname];
  const nodeName = endpoint.nodeName ?? hostname;
  // The label stays only if it differs from nodeName, which v1beta1 allowed.
  if (hostname !== undefined && hostname === nodeName) delete rest[keys.hostname!];
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
  const nodeName = keys.hostname === undefined ? undefined : endpoint.nodeName;
  if (deprecatedTopology === undefined && zone === undefined && nodeName === undefined) return endpoint;
  return {
    ...endpoint,
    topology: {
      ...(nodeName === undefined ? {} : { [keys.hostname!]: nodeName }),
      ...deprecatedTopology,
      ...(zone === undefined ? {} : { [keys.zone]: zone }),
    },
  };
}
