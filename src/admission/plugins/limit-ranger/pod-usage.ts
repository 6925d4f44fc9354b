import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { podSum, raiseTo } from '../../../api/quota/pod-sum.ts';
import type { CoreV1Container, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { parseQuantity, Quantity } from '../../../api/values/quantity.ts';

/** Amounts by the name of the resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

export interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

export type PodUsage = (spec: CoreV1Pod['spec']) => Usage;

/** The way in which the amounts of a whole pod are worked out, by release. */
export const podUsage = (gates: FeatureGates): PodUsage =>
  gates.isIn('1.28') ? usageWithSidecars : usageOfAll;

export const usageOf = ({ resources }: Pick<CoreV1Container, 'resources'>): Usage => ({
  requests: amountsOf(resources.requests),
  limits: amountsOf(resources.limits),
});

export const amountsOf = (amounts: Readonly<Record<string, string>> = {}): Amounts =>
  new Map(
    Object.keys(amounts)
      .sort()
      .map((name) => [name, parseQuantity(amounts[name]!)]),
  );

/** Resources that a pod can have as a whole, and that are limited so. */
const ofPod = ['cpu', 'memory'];

/** From 1.28 on sidecars count, and what the pod has as a whole stands in place of the sums. */
function usageWithSidecars(spec: CoreV1Pod['spec']): Usage {
  const of = (which: keyof Usage): Amounts => {
    const total = podSum(spec, (container) => usageOf(container)[which]);
    for (const [name, amount] of amountsOf(spec.resources?.[which]))
      if (ofPod.includes(name)) total.set(name, amount);
    return total;
  };
  return { requests: of('requests'), limits: of('limits') };
}

/** Before 1.28: all at once, or the greatest of those that run before, whichever is more. */
function usageOfAll({ containers, initContainers }: CoreV1Pod['spec']): Usage {
  const ordinary = (containers ?? []).map(usageOf);
  const before = (initContainers ?? []).map(usageOf);
  const of = (which: keyof Usage): Amounts => {
    const total = sum(ordinary.map((usage) => usage[which]));
    for (const usage of before) raiseTo(total, usage[which]);
    return total;
  };
  return { requests: of('requests'), limits: of('limits') };
}

/** A resource that some container leaves out has no sum. */
function sum(all: readonly Amounts[]): Map<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const [name] of all[0] ?? []) {
    const amounts: Quantity[] = [];
    for (const one of all) {
      const amount = one.get(name);
      if (amount === undefined) break;
      amounts.push(amount);
    }
    if (amounts.length < all.length) continue;
    total.set(name, name === 'cpu' ? sumOfThousandths(amounts) : sumOfUnits(amounts));
  }
  return total;
}

const sumOfThousandths = (amounts: readonly Quantity[]): Quantity =>
  parseQuantity(`${amounts.reduce((total, amount) => total + amount.milliValue(), 0n)}m`);

/** In decimal, whatever the containers say: so it is shown. */
const sumOfUnits = (amounts: readonly Quantity[]): Quantity =>
  Quantity.of(amounts.reduce((total, amount) => total + amount.value(), 0n));
