import type {
  CoreV1Container,
  CoreV1LimitRange,
  CoreV1PersistentVolumeClaim,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import type { Quantity } from '../../../api/values/quantity.ts';
import { atMost, belowRatio, notLess, requestAtMost } from './constraints.ts';
import { type Amounts, amountsOf, type PodUsage, type Usage, usageOf } from './pod-usage.ts';

/** Errors in the message of a refusal: each name that a bound has and a container has not is one. */
const maxErrors = 1_000;
const maxFaultText = 64 * 1024;

/** The violations of this range by a pod, as messages: the first ones of many. */
export function podErrors({ spec }: CoreV1Pod, range: CoreV1LimitRange, usageOfPod: PodUsage): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const problems: string[] = [];
  let text = 0;
  for (const problem of faultsOf(containers, () => usageOfPod(spec), range)) {
    problems.push(problem);
    text += problem.length;
    if (problems.length === maxErrors || text > maxFaultText) break;
  }
  return problems;
}

function* faultsOf(
  containers: readonly CoreV1Container[],
  usageOfPod: () => Usage,
  range: CoreV1LimitRange,
): Generator<string> {
  for (const bounds of boundsOf(range)) {
    if (bounds.type === 'Container') {
      for (const container of containers) yield* usageErrors(usageOf(container), bounds);
    } else if (bounds.type === 'Pod') {
      yield* usageErrors(usageOfPod(), bounds);
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
