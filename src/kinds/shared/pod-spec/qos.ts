import type { CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { parseQuantity, type Quantity } from '../../../api/values/quantity.ts';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const counted = ['cpu', 'memory'] as const;

/**
 * Protection of a pod when its node runs short. Guaranteed: every container has limits of CPU and memory
 * and asks for no less. BestEffort: no container says anything. Containers that are added later do not count.
 */
export function qosClassOf({ containers, initContainers = [], resources: ofPod }: CoreV1PodSpec): QosClass {
  // What the pod gets as a whole counts alone.
  const all =
    ofPod !== undefined
      ? [ofPod]
      : [...(containers ?? []), ...initContainers].map(({ resources }) => resources);
  const requests = sums(all.map((resources) => resources.requests));
  const limits = sums(all.map((resources) => resources.limits));
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const limited = all.every((resources) =>
    counted.every((name) => amountOf(resources.limits, name) !== undefined),
  );
  const equal =
    requests.size === limits.size &&
    [...requests].every(([name, amount]) => limits.get(name)?.compare(amount) === 0);
  return limited && equal ? 'Guaranteed' : 'Burstable';
}

type Amounts = Readonly<Record<string, string>> | undefined;

/** None or nothing is the same. */
function amountOf(amounts: Amounts, name: string): Quantity | undefined {
  const text = amounts?.[name];
  const amount = text === undefined ? undefined : parseQuantity(text);
  return amount !== undefined && amount.sign() > 0 ? amount : undefined;
}

function sums(lists: readonly Amounts[]): Map<string, Quantity> {
  const sum = new Map<string, Quantity>();
  for (const name of counted) {
    for (const list of lists) {
      const amount = amountOf(list, name);
      if (amount !== undefined) sum.set(name, sum.get(name)?.add(amount) ?? amount);
    }
  }
  return sum;
}
