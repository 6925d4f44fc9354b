import type { CoreV1Pod } from '../../api/schema/types.gen.ts';

/** What has to be known of a pod. Pods are many and large: the whole of all of them is not looked at again and again. */
export interface PodSummary {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** RFC 3339, in UTC and to the second: as texts they are in order. */
  readonly created: string;
  /** "" for a pod that is on no node yet. */
  readonly node: string;
  readonly hasEnded: boolean;
  readonly isDeleted: boolean;
}

const living = ['Pending', 'Running', 'Unknown'];

export function summaryOf({ metadata, spec, status }: CoreV1Pod): PodSummary {
  return {
    namespace: metadata.namespace!,
    name: metadata.name!,
    uid: metadata.uid!,
    created: metadata.creationTimestamp ?? '',
    node: spec.nodeName ?? '',
    hasEnded: !living.includes(status?.phase ?? ''),
    isDeleted: Boolean(metadata.deletionTimestamp),
  };
}

/** Of the pods that have ended, the oldest beyond so many. 0 and less: none. */
export function endedBeyond(pods: readonly PodSummary[], threshold: number): PodSummary[] {
  if (threshold <= 0) return [];
  const ended = pods.filter(({ hasEnded }) => hasEnded);
  const surplus = ended.length - threshold;
  return surplus <= 0 ? [] : ended.sort(byAge).slice(0, surplus);
}

function byAge(one: PodSummary, other: PodSummary): number {
  if (one.created !== other.created) return one.created < other.created ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** Pods that are being deleted before they came to a node, whose agent would say that they have ended. */
export const deletedUnscheduled = (pods: readonly PodSummary[]): PodSummary[] =>
  pods.filter(({ isDeleted, node }) => isDeleted && node === '');

/** Pods by the node that is to run them, as far as that is not known. */
export function byMissingNode(
  pods: readonly PodSummary[],
  isKnown: (node: string) => boolean,
): Map<string, PodSummary[]> {
  const byNode = Map.groupBy(pods, ({ node }) => node);
  for (const node of byNode.keys()) if (node === '' || isKnown(node)) byNode.delete(node);
  return byNode;
}

/** Names of things that are missing, until it is sure that they are. */
export class Quarantine {
  readonly #since = new Map<string, number>();
  readonly #duration: number;

  /** Milliseconds. */
  constructor(duration: number) {
    this.#duration = duration;
  }

  /** Those that are missing now and have been for the whole time. What is not missing any more is forgotten. */
  due(missing: Iterable<string>, now: number): string[] {
    const names = new Set(missing);
    for (const name of this.#since.keys()) if (!names.has(name)) this.#since.delete(name);
    for (const name of names) if (!this.#since.has(name)) this.#since.set(name, now);
    return [...names].filter((name) => this.#since.get(name)! + this.#duration <= now);
  }

  /** The next time counts from when it is missing again. */
  forget(name: string): void {
    this.#since.delete(name);
  }
}
