import type { CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { Controller, ControllerParts } from '../controller.ts';
import { deleteSame } from '../shared/delete-same.ts';
import {
  byMissingNode,
  deletedUnscheduled,
  endedBeyond,
  type PodSummary,
  Quarantine,
  summaryOf,
} from './garbage.ts';

const podType = { group: '', version: 'v1', resource: 'pods' };
const nodeType = { group: '', version: 'v1', resource: 'nodes' };

export interface PodGcSettings {
  /** Pods that have ended which are kept; 0 or less: all. */
  threshold: number;
  /** Milliseconds between two looks at all pods. */
  period: number;
  /** … for which a node has to be missing: its pods may be seen before it is. */
  quarantine: number;
}

/** Deletes pods of which nothing is left to be done. */
export class PodGc implements Controller {
  readonly #parts: ControllerParts;
  readonly #threshold: number;
  /** By namespace and name. */
  readonly #pods = new Map<string, PodSummary>();
  readonly #quarantine: Quarantine;
  readonly #task: PeriodicTask;
  #observation: Disposable | undefined;
  #isClosed = false;

  constructor(parts: ControllerParts, { threshold, period, quarantine }: PodGcSettings) {
    this.#parts = parts;
    this.#threshold = threshold;
    this.#quarantine = new Quarantine(quarantine);
    this.#task = new PeriodicTask(
      () => this.#collect(),
      period,
      (error) => parts.log.warn(error.message),
    );
  }

  start(): void {
    const pods = this.#parts.objects.lister<CoreV1Pod>(podType);
    this.#observation = pods.observe(({ namespace, name, after }) => {
      const pod = after();
      if (pod === undefined) this.#pods.delete(`${namespace}/${name}`);
      else this.#pods.set(`${namespace}/${name}`, summaryOf(pod));
    });
    this.#task.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#observation?.[Symbol.dispose]();
    await this.#task.close();
  }

  async #collect(): Promise<void> {
    const pods = [...this.#pods.values()];
    await this.#remove(endedBeyond(pods, this.#threshold), 'which ended long ago');
    await this.#removeOrphans(pods);
    await this.#remove(deletedUnscheduled(pods), 'which is being deleted and is on no node');
  }

  async #removeOrphans(pods: readonly PodSummary[]): Promise<void> {
    const { objects, clock } = this.#parts;
    const nodes = objects.lister<CoreV1Node>(nodeType);
    const missing = byMissingNode(pods, (node) => nodes.get('', node) !== undefined);
    for (const node of this.#quarantine.due(missing.keys(), clock.now())) {
      this.#quarantine.forget(node);
      if (this.#isClosed) return;
      if (await this.#isGone(node)) await this.#remove(missing.get(node)!, `whose node ${node} is gone`);
    }
  }

  async #isGone(node: string): Promise<boolean> {
    const { client, log } = this.#parts;
    try {
      await client.resource<CoreV1Node>(nodeType).get('', node);
    } catch (error) {
      if (isNotFound(error)) return true;
      log.warn(`node ${node}: ${(error as Error).message}`);
    }
    return false;
  }

  /** One that cannot be deleted stops no other. */
  async #remove(garbage: readonly PodSummary[], why: string): Promise<void> {
    const { client, log } = this.#parts;
    for (const pod of garbage) {
      if (this.#isClosed) return;
      const text = `pod ${pod.namespace}/${pod.name}`;
      try {
        if (await deleteSame(client.resource(podType), pod, { gracePeriodSeconds: 0 }))
          log.info(`deleted ${text}, ${why}`);
      } catch (error) {
        log.warn(`${text}: ${(error as Error).message}`);
      }
    }
  }
}
