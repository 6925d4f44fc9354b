import type { CoreV1Container, CoreV1PodSpec } from '../schema/types.gen.ts';
import type { Quantity } from '../values/quantity.ts';
import type { Amounts } from './amounts.ts';

type Sum = Map<string, Quantity>;

/**
 * The sum of what the containers of a pod take at a time: those that run with it, sidecars (`restartPolicy: Always`) among
 * them, or at an earlier time one init container with the sidecars before it, whichever is more. `of`: the amounts of one
 * container; `add` adds amounts to a sum.
 */
export function podSum(
  { containers, initContainers }: Pick<CoreV1PodSpec, 'containers' | 'initContainers'>,
  of: (container: CoreV1Container) => Amounts,
  add = addAmounts,
): Sum {
  const running: Sum = new Map();
  const sidecars: Sum = new Map();
  const starting: Sum = new Map();
  for (const container of containers ?? []) add(running, of(container));
  for (const container of initContainers ?? []) {
    const amounts = of(container);
    if (container.restartPolicy === 'Always') {
      add(running, amounts);
      add(sidecars, amounts);
      raiseTo(starting, sidecars);
    } else {
      const together: Sum = new Map(sidecars);
      add(together, amounts);
      raiseTo(starting, together);
    }
  }
  raiseTo(running, starting);
  return running;
}

/** Sums have the format of what came first, and an amount alone stays as it was written. */
function addAmounts(sum: Sum, amounts: Amounts): void {
  for (const [name, amount] of amounts) sum.set(name, sum.get(name)?.add(amount) ?? amount);
}

/** Takes the greater amount of each. */
export function raiseTo(sum: Sum, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const before = sum.get(name);
    if (before === undefined || before.compare(amount) < 0) sum.set(name, amount);
  }
}
