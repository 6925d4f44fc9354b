import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';

/*
 * The addresses and ports that a Service of each type needs, as allocation, strategy and validation ask it.
 */

type Asked = Pick<CoreV1Service, 'spec'>;

const clusterTypes = ['ClusterIP', 'NodePort', 'LoadBalancer'];

/** In the cluster it has an address, or "None" in its place. */
export const needsClusterIp = ({ spec }: Asked): boolean => clusterTypes.includes(spec.type ?? '');

/** It may have an address in the cluster: so may one of a type that there is not. */
export const mayHaveClusterIp = ({ spec }: Asked): boolean => spec.type !== 'ExternalName';

/** It can be reached from outside. */
export const isExternal = ({ spec }: Asked): boolean =>
  spec.type === 'NodePort' || spec.type === 'LoadBalancer';

/** From this release on whatever has an address from outside counts as reachable. */
export const externalAddressesCountSince = '1.29';

/** The same with those that have addresses of their own from outside. */
export const isReachable = (asked: Asked): boolean =>
  isExternal(asked) || (asked.spec.type === 'ClusterIP' && (asked.spec.externalIPs?.length ?? 0) > 0);

/** Whether a policy for traffic from outside belongs to it. */
export const isExternalIn = (gates: FeatureGates): ((asked: Asked) => boolean) =>
  gates.isIn(externalAddressesCountSince) ? isReachable : isExternal;

export const isLoadBalancer = ({ spec }: Asked): boolean => spec.type === 'LoadBalancer';

/** It has no address: its name stands for those of its pods. */
export const isHeadless = ({ spec }: Asked): boolean =>
  spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';

/** Each of its ports has one on every node. */
export const needsNodePorts = ({ spec }: Asked): boolean =>
  spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);

/** A port on every node tells the load balancer whether the node has a pod. */
export const needsHealthCheckNodePort = ({ spec }: Asked): boolean =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
