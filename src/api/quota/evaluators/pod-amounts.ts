import type { CoreV1Container, CoreV1ContainerStatus, CoreV1Pod } from '../../schema/types.gen.ts';
import type { Quantity } from '../../values/quantity.ts';
import { type Amounts, addTo, amountsOf } from '../amounts.ts';
import { podSum, raiseTo } from '../pod-sum.ts';
import type { QuotaFeatures } from './features.ts';

type Field = 'requests' | 'limits';

/** The amounts that a pod takes at a time: those of its containers, or its own in place of them, and its overhead. */
export function podAmounts(pod: CoreV1Pod, field: Field, features: QuotaFeatures): Map<string, Quantity> {
  const { spec } = pod;
  const sum = podSum(spec, containerAmounts(pod, field, features), addTo);
  for (const [name, amount] of amountsOf(spec.resources?.[field])) if (isOfPod(name)) sum.set(name, amount);
  if (features.countsOverhead) addOverhead(sum, amountsOf(spec.overhead), field, features);
  return sum;
}

/** Resources that a pod can have as a whole. */
const isOfPod = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

function addOverhead(
  sum: Map<string, Quantity>,
  overhead: Amounts,
  field: Field,
  { boundsOverhead }: QuotaFeatures,
): void {
  const isBounded = field === 'limits' && boundsOverhead;
  addTo(sum, isBounded ? new Map([...overhead].filter(([name]) => sum.has(name))) : overhead);
}

/** The amounts of a container: while a resize is not done, what it has where that is more than what it asks for. */
function containerAmounts(
  { spec, status }: CoreV1Pod,
  field: Field,
  { resizes }: QuotaFeatures,
): (container: CoreV1Container) => Amounts {
  const asked = ({ resources }: CoreV1Container): Amounts => amountsOf(resources?.[field]);
  if (!resizes) return asked;
  const beside = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const running = new Set([...(spec.containers ?? []), ...beside].map(({ name }) => name));
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const present = new Map(statuses.filter(({ name }) => running.has(name)).map((one) => [one.name, one]));
  if (present.size === 0) return asked;
  const isInfeasible = (status?.conditions ?? []).some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  return (container) => {
    const given = present.get(container.name);
    if (given?.resources === undefined || given.resources === null) return asked(container);
    const amounts = new Map(isInfeasible ? [] : asked(container));
    raiseTo(amounts, givenAmounts(given, field));
    return amounts;
  };
}

function givenAmounts({ resources, allocatedResources }: CoreV1ContainerStatus, field: Field): Amounts {
  const given = amountsOf(resources?.[field]);
  if (field === 'requests') raiseTo(given, amountsOf(allocatedResources));
  return given;
}
