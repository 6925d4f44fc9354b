import type { Lister } from '../../../api/meta/lister.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { Clock } from '../../../util/clock.ts';
import { Pacer } from '../../../util/pacer.ts';
import { goQuote } from '../../../util/quote.ts';
import { type Evaluate, inFewWords } from './evaluate.ts';
import { type LevelVersion, levelText } from './policy.ts';

/** Limit of the pods of one namespace. */
const maxPods = 3000;
/** Milliseconds; of what the request has left no more than half. */
const evaluationTimeout = 1000;

export interface PresentPodsDependencies {
  readonly pods: Lister<CoreV1Pod>;
  readonly evaluate: Evaluate;
  readonly clock: Clock;
  readonly isExempt: (pod: CoreV1Pod) => boolean;
}

/** Warnings for a namespace whose new policy some of its pods violate. */
export async function warningsOfPresent(
  { pods, evaluate, clock, isExempt }: PresentPodsDependencies,
  namespace: string,
  enforced: LevelVersion,
  endOfRequest: number,
): Promise<string[]> {
  const deadline = clock.now() + Math.min(evaluationTimeout, (endOfRequest - clock.now()) / 2);
  const places = pods.keysBy('metadata.namespace', namespace);
  const found = new Map<string, { first: string; count: number }>();
  const owners = new Set<string>();
  const later: string[] = [];
  const pacer = new Pacer();
  let looked = 0;
  const look = (pod: CoreV1Pod): void => {
    looked++;
    const violations = isExempt(pod) ? [] : evaluate(pod, enforced);
    if (violations.length === 0) return;
    const text = inFewWords(violations);
    const known = found.get(text);
    if (known === undefined) found.set(text, { first: pod.metadata.name!, count: 1 });
    else known.count++;
  };
  const isLate = (): boolean => looked >= maxPods || clock.now() > deadline;
  // Pods of one controller are alike: one of each first.
  for (const { name } of places) {
    if (isLate()) break;
    await pacer.step();
    const pod = pods.get(namespace, name);
    if (pod === undefined) looked++;
    else if (isFirstOfOwner(pod, owners)) look(pod);
    else later.push(name);
  }
  for (const name of later) {
    if (isLate()) break;
    await pacer.step();
    const pod = pods.get(namespace, name);
    if (pod === undefined) looked++;
    else look(pod);
  }
  return texts(namespace, enforced, found, looked, places.length);
}

function isFirstOfOwner({ metadata }: CoreV1Pod, seen: Set<string>): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (owner === undefined) return true;
  if (seen.has(owner.uid)) return false;
  seen.add(owner.uid);
  return true;
}

function texts(
  namespace: string,
  enforced: LevelVersion,
  found: ReadonlyMap<string, { first: string; count: number }>,
  looked: number,
  all: number,
): string[] {
  const partly =
    looked < all
      ? [`new PodSecurity enforce level only checked against the first ${looked} of ${all} existing pods`]
      : [];
  if (found.size === 0) return partly;
  const ofPods = [...found].map(([text, { first, count }]) => {
    const others = count === 1 ? '' : ` (and ${count - 1} other ${count === 2 ? 'pod' : 'pods'})`;
    return `${first}${others}: ${text}`;
  });
  const head =
    `existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level ` +
    goQuote(levelText(enforced));
  return [...partly, head, ...ofPods.sort()];
}
