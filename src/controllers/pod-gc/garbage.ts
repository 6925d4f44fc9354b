import type { CoreV1Pod } from '../../api/schema/types.gen.ts';

/** The fields of a pod that decide whether it is garbage. */
export interface PodSummary {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** RFC 3339, in UTC and to the second: as texts they are in order. */
  readonly created: string;
  /** "" for a pod that is on no node yet. */
  readonly node: string;
  readonly isDeleted: boolean;
}

const living = ['Pending', 'Running', 'Unknown'];

/** Also of a phase that this release does not know. */
export const hasEnded = ({ phase }: { phase: string }): boolean => !living.includes(phase);

export function summaryOf({ metadata, spec }: CoreV1Pod): PodSummary {
  return {
    namespace: metadata.namespace!,
    name: metadata.name!,
    uid: metadata.uid!,
    created: metadata.creationTimestamp ?? '',
    node: spec.nodeName ?? '',
    isDeleted: Boolean(metadata.deletionTimestamp),
  };
}

/** The oldest beyond so many of the pods that have ended. 0 and less: none. */
export function oldestBeyond(ended: readonly PodSummary[], threshold: number): PodSummary[] {
  return isBeyond(ended.length, threshold) ? ended.toSorted(byAge).slice(0, ended.length - threshold) : [];
}

/** Whether more pods have ended than are kept. */
export const isBeyond = (ended: number, threshold: number): boolean => threshold > 0 && ended > threshold;

function byAge(one: PodSummary, other: PodSummary): number {
  if (one.created !== other.created) return one.created < other.created ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** Pods that are being deleted before they came to a node, whose agent would say that they have ended. */
export const deletedUnscheduled = (pods: readonly PodSummary[]): PodSummary[] =>
  pods.filter(({ isDeleted, node }) => isDeleted && node === '');

/** Pods by the node that is to run them, as far as that is not known. */
export function byMissingNode<T extends { readonly node: string }>(
  pods: readonly T[],
  isKnown: (node: string) => boolean,
): Map<string, T[]> {
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

  /** Nodes that are missing now and have been for the whole time. A node that is back is forgotten. */
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
