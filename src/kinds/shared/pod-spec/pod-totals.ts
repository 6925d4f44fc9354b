import type { CoreV1Container, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { parseQuantity, type Quantity } from '../../../api/values/quantity.ts';

type Field = 'requests' | 'limits';
type Totals = Map<string, Quantity>;

const amountsOf = ({ resources }: CoreV1Container, field: Field): Totals =>
  new Map(Object.entries(resources[field] ?? {}).map(([name, amount]) => [name, parseQuantity(amount)]));

function addTo(totals: Totals, amounts: Totals): void {
  for (const [name, amount] of amounts) totals.set(name, totals.get(name)?.add(amount) ?? amount);
}

/** The greater one of each. */
function raiseTo(totals: Totals, amounts: Totals): void {
  for (const [name, amount] of amounts) {
    const before = totals.get(name);
    if (before === undefined || before.compare(amount) < 0) totals.set(name, amount);
  }
}

/**
 * The sum of what the containers of a pod need at a time: those that run with it, sidecars among them, or at an earlier time one
 * init container with the sidecars before it, whichever is more.
 */
export function aggregateOf(spec: CoreV1PodSpec, field: Field): Totals {
  const running: Totals = new Map();
  for (const container of spec.containers ?? []) addTo(running, amountsOf(container, field));
  const sidecars: Totals = new Map();
  const starting: Totals = new Map();
  for (const container of spec.initContainers ?? []) {
    const amounts = amountsOf(container, field);
    if (container.restartPolicy === 'Always') {
      addTo(running, amounts);
      addTo(sidecars, amounts);
      raiseTo(starting, sidecars);
    } else {
      const together: Totals = new Map(sidecars);
      addTo(together, amounts);
      raiseTo(starting, together);
    }
  }
  raiseTo(running, starting);
  return running;
}
