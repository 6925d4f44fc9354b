import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import type { Clock } from '../../../util/clock.ts';
import { budgetsOf, isHealthyWithout, stillProcessed, takeDisruption } from './budget.ts';

type Budget = PolicyV1PodDisruptionBudget;

export interface EvictorDependencies {
  /** The newest state. Throws NotFound. */
  getPod(namespace: string, name: string): Promise<CoreV1Pod>;
  deletePod(namespace: string, name: string, options: DeleteOptions, dryRun: boolean): Promise<unknown>;
  listBudgets(namespace: string): Promise<Budget[]>;
  /** Writes what `change` makes of the budget; calls it again when somebody else wrote in between. */
  updateBudget(
    namespace: string,
    name: string,
    change: (budget: Budget) => void,
    dryRun: boolean,
  ): Promise<unknown>;
  clock: Clock;
  /** Waits for so many milliseconds. */
  pause(milliseconds: number): Promise<unknown>;
}

/** How an eviction came out when it was not refused. */
export type EvictionOutcome = 'evicted' | 'several budgets';

const attempts = 20;
const pauseMs = 500;

/** Deletes pods as far as disruption budgets allow it. */
export class Evictor {
  readonly #given: EvictorDependencies;

  constructor(given: EvictorDependencies) {
    this.#given = given;
  }

  /** Throws TooManyRequests when the budget does not allow it now, and whatever a deletion throws. */
  async evict(
    namespace: string,
    name: string,
    options: DeleteOptions,
    dryRun: boolean,
  ): Promise<EvictionOutcome> {
    const remove = (wanted: DeleteOptions) => this.#given.deletePod(namespace, name, wanted, dryRun);
    const pod = await this.#deleteIdle(namespace, name, options, remove);
    if (pod === undefined) return 'evicted';
    const budgets = budgetsOf(pod, await this.#given.listBudgets(namespace));
    const [budget] = budgets;
    if (budgets.length > 1) return 'several budgets';
    if (budget === undefined) await remove(options);
    else if (!isReady(pod) && isHealthyWithout(budget)) await removeUnready(pod, budget, options, remove);
    else {
      const now = timeNow(this.#given.clock.now());
      const take = (newest: Budget) => takeDisruption(newest, name, now);
      await this.#given.updateBudget(namespace, budget.metadata.name!, take, dryRun);
      await remove(options);
    }
    return 'evicted';
  }

  /** Deletes a pod that serves nobody, whatever budgets say. Resolves with the pod when it is not such a one. */
  async #deleteIdle(
    namespace: string,
    name: string,
    options: DeleteOptions,
    remove: (options: DeleteOptions) => Promise<unknown>,
  ): Promise<CoreV1Pod | undefined> {
    for (let attempt = 1; ; attempt++) {
      const pod = await this.#given.getPod(namespace, name);
      if (!isIdle(pod)) return pod;
      // One that has not started may be serving by the time that it is deleted.
      const mayStart = !isOver(pod) && options.preconditions?.resourceVersion === undefined;
      try {
        await remove(mayStart ? onlyAsIs(pod, options) : options);
        return undefined;
      } catch (error) {
        if (!mayStart || !isStatus(error, 409) || attempt === attempts) throw error;
        await this.#given.pause(pauseMs);
      }
    }
  }
}

/** The pod may have become ready, and then it counts. */
async function removeUnready(
  pod: CoreV1Pod,
  budget: Budget,
  options: DeleteOptions,
  remove: (options: DeleteOptions) => Promise<unknown>,
): Promise<void> {
  if (options.preconditions?.resourceVersion !== undefined) return void (await remove(options));
  await remove(onlyAsIs(pod, options)).catch((error: unknown) => {
    throw isStatus(error, 409) ? stillProcessed(budget.metadata.name!) : error;
  });
}

function onlyAsIs({ metadata }: CoreV1Pod, options: DeleteOptions): DeleteOptions {
  const { resourceVersion } = metadata as ApiObject['metadata'];
  return { ...options, preconditions: { ...options.preconditions, resourceVersion: resourceVersion! } };
}

const isOver = ({ metadata, status }: CoreV1Pod): boolean =>
  status.phase === 'Succeeded' || status.phase === 'Failed' || Boolean(metadata.deletionTimestamp);

const isIdle = (pod: CoreV1Pod): boolean => isOver(pod) || pod.status.phase === 'Pending';

const isReady = ({ status }: CoreV1Pod): boolean =>
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
