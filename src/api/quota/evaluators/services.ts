import type { CoreV1Service } from '../../schema/types.gen.ts';
import { count, one } from '../amounts.ts';
import type { Evaluator } from './evaluator.ts';
import type { QuotaFeatures } from './features.ts';

const [counted, all, nodePorts, loadBalancers] = [
  'count/services',
  'services',
  'services.nodeports',
  'services.loadbalancers',
] as const;
const names: readonly string[] = [counted, all, nodePorts, loadBalancers];

/** Services, and the ports of nodes and load balancers that they take. */
export const services = ({ countsSetPorts }: QuotaFeatures): Evaluator => ({
  type: { group: '', resource: 'services' },
  updates: [''],
  countable: (resources) => names.filter((name) => resources.has(name)),
  examine: ({ spec }: CoreV1Service) => {
    const isBalanced = spec.type === 'LoadBalancer';
    const takesPorts = isBalanced || spec.type === 'NodePort';
    const takesSetPorts = countsSetPorts && isBalanced && spec.allocateLoadBalancerNodePorts === false;
    const ports = (spec.ports ?? []).filter(({ nodePort }) => !takesSetPorts || nodePort);
    return {
      usage: new Map([
        [counted, one],
        [all, one],
        [nodePorts, count(takesPorts ? ports.length : 0)],
        [loadBalancers, count(isBalanced ? 1 : 0)],
      ]),
    };
  },
});
