import type { CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { deleteSame } from '../shared/delete-same.ts';
import { nodesType, podsType } from '../shared/resources.ts';
import {
  byMissingNode,
  deletedUnscheduled,
  hasEnded,
  isBeyond,
  oldestBeyond,
  type PodSummary,
  Quarantine,
} from './garbage.ts';
import { type SeenPod, SeenPods } from './seen-pods.ts';

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
  readonly #dependencies: ControllerDependencies;
  readonly #threshold: number;
  readonly #pods: SeenPods;
  readonly #quarantine: Quarantine;
  readonly #task: PeriodicTask;
  #observation: Disposable | undefined;
  #isClosed = false;

  constructor(dependencies: ControllerDependencies, { threshold, period, quarantine }: PodGcSettings) {
    this.#dependencies = dependencies;
    this.#threshold = threshold;
    this.#pods = new SeenPods(dependencies.objects.lister<CoreV1Pod>(podsType));
    this.#quarantine = new Quarantine(quarantine);
    this.#task = new PeriodicTask(
      () => this.#collect(),
      period,
      (error) => dependencies.log.warn(error.message),
    );
  }

  start(): void {
    this.#observation = this.#pods.start();
    this.#task.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#observation?.[Symbol.dispose]();
    await this.#task.close();
  }

  async #collect(): Promise<void> {
    const pods = this.#pods.all();
    const ended = pods.filter(hasEnded);
    if (isBeyond(ended.length, this.#threshold)) {
      const oldest = oldestBeyond(await this.#pods.summaries(ended), this.#threshold);
      await this.#remove(oldest, 'which ended long ago');
    }
    await this.#removeOrphans(pods);
    const unscheduled = await this.#pods.summaries(pods.filter(({ node }) => node === ''));
    await this.#remove(deletedUnscheduled(unscheduled), 'which is being deleted and is on no node');
  }

  async #removeOrphans(pods: readonly SeenPod[]): Promise<void> {
    const { objects, clock } = this.#dependencies;
    const nodes = objects.lister<CoreV1Node>(nodesType);
    const missing = byMissingNode(pods, (node) => nodes.get('', node) !== undefined);
    for (const node of this.#quarantine.due(missing.keys(), clock.now())) {
      this.#quarantine.forget(node);
      if (this.#isClosed) return;
      if (!(await this.#isGone(node))) continue;
      await this.#remove(await this.#pods.summaries(missing.get(node)!), `whose node ${node} is gone`);
    }
  }

  async #isGone(node: string): Promise<boolean> {
    const { client, log } = this.#dependencies;
    try {
      await client.resource<CoreV1Node>(nodesType).get('', node);
    } catch (error) {
      if (isNotFound(error)) return true;
      log.warn(`node ${node}: ${(error as Error).message}`);
    }
    return false;
  }

  /** One that cannot be deleted stops no other. */
  async #remove(garbage: readonly PodSummary[], why: string): Promise<void> {
    const { client, log } = this.#dependencies;
    for (const pod of garbage) {
      if (this.#isClosed) return;
      const text = `pod ${pod.namespace}/${pod.name}`;
      try {
        if (await deleteSame(client.resource(podsType), pod, { gracePeriodSeconds: 0 }))
          log.info(`deleted ${text}, ${why}`);
      } catch (error) {
        log.warn(`${text}: ${(error as Error).message}`);
      }
    }
  }
}
