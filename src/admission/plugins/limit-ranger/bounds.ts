import type {
  CoreV1Container,
  CoreV1LimitRange,
  CoreV1PersistentVolumeClaim,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import { parseQuantity, Quantity } from '../../../api/values/quantity.ts';
import { atMost, belowRatio, notLess, requestAtMost } from './constraints.ts';

/** Amounts by the name of the resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Errors in the message of a refusal: each name that a bound has and a container has not is one. */
const maxErrors = 1_000;
const maxFaultText = 64 * 1024;

/** The violations of this range by a pod, as messages: the first ones of many. */
export function podErrors({ spec }: CoreV1Pod, range: CoreV1LimitRange): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const problems: string[] = [];
  let text = 0;
  for (const problem of faultsOf(containers, spec, range)) {
    problems.push(problem);
    text += problem.length;
    if (problems.length === maxErrors || text > maxFaultText) break;
  }
  return problems;
}

function* faultsOf(
  containers: readonly CoreV1Container[],
  spec: CoreV1Pod['spec'],
  range: CoreV1LimitRange,
): Generator<string> {
  for (const bounds of boundsOf(range)) {
    if (bounds.type === 'Container') {
      for (const container of containers) yield* usageErrors(usageOf(container), bounds);
    } else if (bounds.type === 'Pod') {
      yield* usageErrors(podUsage(spec), bounds);
    }
  }
}

interface Bounds {
  readonly type: string;
  readonly min: Amounts;
  readonly max: Amounts;
  readonly ratio: Amounts;
}

const known = new WeakMap<CoreV1LimitRange, readonly Bounds[]>();

/** Read once for all containers, and as long as a range is the same one for all pods. */
function boundsOf(range: CoreV1LimitRange): readonly Bounds[] {
  const before = known.get(range);
  if (before !== undefined) return before;
  const bounds = (range.spec.limits ?? []).map(({ type, min, max, maxLimitRequestRatio }) => ({
    type,
    min: amountsOf(min),
    max: amountsOf(max),
    ratio: amountsOf(maxLimitRequestRatio),
  }));
  known.set(range, bounds);
  return bounds;
}

export function claimErrors({ spec }: CoreV1PersistentVolumeClaim, range: CoreV1LimitRange): string[] {
  const requests = amountsOf(spec.resources.requests);
  const problems: string[] = [];
  for (const { type, min, max } of boundsOf(range)) {
    if (type !== 'PersistentVolumeClaim') continue;
    problems.push(
      ...each(min, (name, bound) => notLess(type, name, bound, requests.get(name), undefined)),
      ...each(max, (name, bound) => requestAtMost(type, name, bound, requests.get(name))),
    );
  }
  return problems;
}

function* usageErrors({ requests, limits }: Usage, { type, min, max, ratio }: Bounds): Generator<string> {
  const check =
    (constraint: typeof notLess) =>
    (name: string, bound: Quantity): string | undefined =>
      constraint(type, name, bound, requests.get(name), limits.get(name));
  yield* each(min, check(notLess));
  yield* each(max, check(atMost));
  yield* each(ratio, check(belowRatio));
}

function* each(
  bounds: Amounts,
  check: (name: string, bound: Quantity) => string | undefined,
): Generator<string> {
  for (const [name, bound] of bounds) {
    const problem = check(name, bound);
    if (problem !== undefined) yield problem;
  }
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
