import type { Dialect } from '../../meta/dialect.ts';
import type { CoreV1Pod } from '../../schema/types.gen.ts';
import type { Quantity } from '../../values/quantity.ts';
import { amountsOf, one } from '../amounts.ts';
import type { Evaluator, ObjectUsage } from './evaluator.ts';
import { extendedNames } from './extended-names.ts';
import type { QuotaFeatures } from './features.ts';
import { podAmounts } from './pod-amounts.ts';
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
export function pods(dialect: Dialect, features: QuotaFeatures): Evaluator {
  const { isAsked, isLimited } = extendedNames(dialect, features);
  const isCountable = (name: string): boolean =>
    names.has(name) ||
    name.startsWith('hugepages-') ||
    name.startsWith('requests.hugepages-') ||
    isLimited(name);
  const used = (requests: Map<string, Quantity>, limits: Map<string, Quantity>): Map<string, Quantity> =>
    usageOf(requests, limits, isAsked);
  return {
    type: { group: '', resource: 'pods' },
    updates: [...(features.followsScopes ? [''] : []), ...(features.resizes ? ['resize'] : [])],
    isCharged: (pod: CoreV1Pod, old: CoreV1Pod) => isTerminating(pod) !== isTerminating(old),
    countable: (resources) => [...resources.keys()].filter(isCountable),
    examine: (pod: CoreV1Pod) => examine(pod, used, features),
    missing: (pod: CoreV1Pod, limited) => missingIn(pod, limited, used, features),
  };
}

/** Containers need not say what the pod says for all of them. */
function missingIn(
  { spec }: CoreV1Pod,
  limited: readonly string[],
  used: Used,
  { namesContainers }: QuotaFeatures,
): string | undefined {
  const wanted = limited.filter((name) => demanded.includes(name)).sort();
  if (wanted.length === 0 || isSetForPod(spec)) return undefined;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const missing = wanted.flatMap((name): string[] => {
    const without = containers.filter(
      ({ resources }) => !used(amountsOf(resources.requests), amountsOf(resources.limits)).has(name),
    );
    if (without.length === 0) return [];
    if (!namesContainers) return [name];
    return [`${name} for: ${[...new Set(without.map((one) => one.name))].sort().join(',')}`];
  });
  return missing.length === 0 ? undefined : missing.join(namesContainers ? '; ' : ',');
}

const isSetForPod = ({ resources }: CoreV1Pod['spec']): boolean =>
  [resources?.requests, resources?.limits].some((amounts) => Object.keys(amounts ?? {}).length > 0);

/** A deadline that comes later takes a pod from one scope into the other. */
const isTerminating = ({ spec }: CoreV1Pod): boolean => Number(spec.activeDeadlineSeconds ?? -1) >= 0;

function examine(pod: CoreV1Pod, used: Used, features: QuotaFeatures): ObjectUsage {
  const { status, metadata } = pod;
  const isInScope = podScopes(pod);
  const ended = new Map([[counted, one]]);
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return { usage: ended, isInScope };
  const usage = used(podAmounts(pod, 'requests', features), podAmounts(pod, 'limits', features));
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
