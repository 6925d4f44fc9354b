import type { Lister, ObjectKey } from '../../api/meta/lister.ts';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { Pacer } from '../../util/pacer.ts';
import { type PodSummary, summaryOf } from './garbage.ts';

/** Fields of a pod that the caches give without parsing it. */
export interface SeenPod extends ObjectKey {
  /** "" for a pod that is on no node yet. */
  readonly node: string;
  readonly phase: string;
}

interface Entry extends SeenPod {
  /** Until the pod changes. */
  summary?: PodSummary;
}

/** All pods. They are many and large, and change often: only those that may be garbage are parsed. */
export class SeenPods {
  readonly #lister: Lister<CoreV1Pod>;
  /** By namespace and name. */
  readonly #entries = new Map<string, Entry>();

  constructor(lister: Lister<CoreV1Pod>) {
    this.#lister = lister;
  }

  start(): Disposable {
    return this.#lister.observe(({ namespace, name, fieldsAfter }) => {
      const key = `${namespace}/${name}`;
      if (fieldsAfter === undefined) return void this.#entries.delete(key);
      const { 'spec.nodeName': node = '', 'status.phase': phase = '' } = fieldsAfter;
      this.#entries.set(key, { namespace, name, node, phase });
    });
  }

  /** All pods, as they are now. */
  all(): SeenPod[] {
    return [...this.#entries.values()];
  }

  /** Parses those that it has not parsed yet. Without those that have gone. */
  async summaries(pods: Iterable<SeenPod>): Promise<PodSummary[]> {
    const summaries: PodSummary[] = [];
    const pacer = new Pacer();
    for (const { namespace, name } of pods) {
      await pacer.step();
      const entry = this.#entries.get(`${namespace}/${name}`);
      const pod = entry?.summary === undefined ? this.#lister.get(namespace, name) : undefined;
      if (entry !== undefined && pod !== undefined) entry.summary = summaryOf(pod);
      if (entry?.summary !== undefined) summaries.push(entry.summary);
    }
    return summaries;
  }
}
