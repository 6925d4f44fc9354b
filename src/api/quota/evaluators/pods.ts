import type { Dialect } from '../../meta/dialect.ts';
import type { CoreV1Container, CoreV1Pod } from '../../schema/types.gen.ts';
import { qualifiedName } from '../../validation/names.ts';
import type { Quantity } from '../../values/quantity.ts';
import { addTo, amountsOf, atLeast, one } from '../amounts.ts';
import type { Evaluator, ObjectUsage } from './evaluator.ts';
import { podScopes } from './pod-scopes.ts';

const counted = 'count/pods';
const compute = ['cpu', 'memory', 'ephemeral-storage'];
const names = new Set([
  counted,
  'pods',
  ...compute.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** Resources that every container must set when a quota limits them. */
const demanded = ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);

/** Pods, and what their containers ask for. */
export function pods({ label }: Dialect): Evaluator {
  const isNative = (name: string): boolean => !name.includes('/') || name.includes(`${label}/`);
  const isExtended = (name: string): boolean =>
    !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
  const isCountable = (name: string): boolean =>
    names.has(name) ||
    name.startsWith('hugepages-') ||
    name.startsWith('requests.hugepages-') ||
    (name.startsWith('requests.') && !isNative(name));
  const used = (requests: Map<string, Quantity>, limits: Map<string, Quantity>): Map<string, Quantity> =>
    usageOf(requests, limits, isExtended);
  return {
    type: { group: '', resource: 'pods' },
    growsByUpdate: false,
    countable: (resources) => [...resources.keys()].filter(isCountable),
    examine: (pod: CoreV1Pod) => examine(pod, used),
    missing: ({ spec }: CoreV1Pod, limited) => {
      const wanted = limited.filter((name) => demanded.includes(name));
      if (wanted.length === 0) return [];
      const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
      return wanted.filter((name) =>
        containers.some(
          ({ resources }) => !used(amountsOf(resources.requests), amountsOf(resources.limits)).has(name),
        ),
      );
    },
  };
}

function examine(pod: CoreV1Pod, used: Used): ObjectUsage {
  const { spec, status, metadata } = pod;
  const isInScope = podScopes(pod);
  const ended = new Map([[counted, one]]);
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return { usage: ended, isInScope };
  const usage = used(together(spec, 'requests'), together(spec, 'limits'));
  usage.set(counted, one);
  usage.set('pods', one);
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata;
  if (!deletionTimestamp || grace === undefined || grace === null) return { usage, isInScope };
  // A pod on a lost node will not report that it ended.
  const at = Date.parse(deletionTimestamp) + Number(grace) * 1000;
  // There are times that are too late to be a number.
  return Number.isNaN(at) ? { usage, isInScope } : { usage, isInScope, ending: { at, usage: ended } };
}

type Used = (requests: Map<string, Quantity>, limits: Map<string, Quantity>) => Map<string, Quantity>;

/** Containers run side by side; those that go before run one after the other, before the others. */
function together(spec: CoreV1Pod['spec'], what: 'requests' | 'limits'): Map<string, Quantity> {
  const sum = new Map<string, Quantity>();
  const of = ({ resources }: CoreV1Container): Map<string, Quantity> => amountsOf(resources[what]);
  for (const container of spec.containers ?? []) addTo(sum, of(container));
  for (const container of spec.initContainers ?? []) {
    for (const [name, amount] of of(container)) {
      const other = sum.get(name);
      sum.set(name, other === undefined ? amount : atLeast(other, amount));
    }
  }
  return sum;
}

function usageOf(
  requests: ReadonlyMap<string, Quantity>,
  limits: ReadonlyMap<string, Quantity>,
  isExtended: (name: string) => boolean,
): Map<string, Quantity> {
  const usage = new Map<string, Quantity>();
  for (const name of compute) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) usage.set(name, request).set(`requests.${name}`, request);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith('hugepages-')) usage.set(name, request).set(`requests.${name}`, request);
    else if (isExtended(name)) usage.set(`requests.${name}`, request);
  }
  return usage;
}
