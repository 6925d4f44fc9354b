import { parseQuantity, Quantity } from '../../../api/machinery/quantity.ts';
import type {
  CoreV1Container,
  CoreV1LimitRange,
  CoreV1LimitRangeItem,
  CoreV1PersistentVolumeClaim,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import { atMost, belowRatio, notLess, requestAtMost } from './constraints.ts';

/** Amounts by the name of the resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** What a pod asks for beyond the bounds of this range, as texts. */
export function podFaults({ spec }: CoreV1Pod, range: CoreV1LimitRange): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return (range.spec.limits ?? []).flatMap((bounds) => {
    if (bounds.type === 'Container')
      return containers.flatMap((container) => usageFaults(usageOf(container), bounds));
    return bounds.type === 'Pod' ? usageFaults(podUsage(spec), bounds) : [];
  });
}

export function claimFaults({ spec }: CoreV1PersistentVolumeClaim, range: CoreV1LimitRange): string[] {
  const requests = amountsOf(spec.resources.requests);
  const none: Amounts = new Map();
  return (range.spec.limits ?? []).flatMap(({ type, min, max }) =>
    type === 'PersistentVolumeClaim'
      ? [
          ...each(min, (name, bound) => notLess(type, name, bound, requests.get(name), none.get(name))),
          ...each(max, (name, bound) => requestAtMost(type, name, bound, requests.get(name))),
        ]
      : [],
  );
}

function usageFaults({ requests, limits }: Usage, bounds: CoreV1LimitRangeItem): string[] {
  const { type, min, max, maxLimitRequestRatio } = bounds;
  const check =
    (constraint: typeof notLess) =>
    (name: string, bound: Quantity): string | undefined =>
      constraint(type, name, bound, requests.get(name), limits.get(name));
  return [
    ...each(min, check(notLess)),
    ...each(max, check(atMost)),
    ...each(maxLimitRequestRatio, check(belowRatio)),
  ];
}

function each(
  bounds: Readonly<Record<string, string>> | undefined,
  check: (name: string, bound: Quantity) => string | undefined,
): string[] {
  return [...amountsOf(bounds)].flatMap(([name, bound]) => check(name, bound) ?? []);
}

const usageOf = ({ resources }: CoreV1Container): Usage => ({
  requests: amountsOf(resources.requests),
  limits: amountsOf(resources.limits),
});

const amountsOf = (amounts: Readonly<Record<string, string>> = {}): Amounts =>
  new Map(
    Object.keys(amounts)
      .sort()
      .map((name) => [name, parseQuantity(amounts[name]!)]),
  );

/** All at once, or the greatest of those that run before: whichever is more. */
function podUsage({ containers, initContainers }: CoreV1Pod['spec']): Usage {
  const ordinary = (containers ?? []).map(usageOf);
  const before = (initContainers ?? []).map(usageOf);
  const of = (which: keyof Usage): Amounts => {
    const total = sum(ordinary.map((usage) => usage[which]));
    for (const usage of before) {
      for (const [name, amount] of usage[which]) {
        const present = total.get(name);
        if (present === undefined || amount.compare(present) > 0) total.set(name, amount);
      }
    }
    return total;
  };
  return { requests: of('requests'), limits: of('limits') };
}

/** What not every container names has no sum. */
function sum(all: readonly Amounts[]): Map<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const [name] of all[0] ?? []) {
    const amounts = all.flatMap((amountsOfOne) => amountsOfOne.get(name) ?? []);
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
