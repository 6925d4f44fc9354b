import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import type { Clock } from '../../../util/clock.ts';
import {
  budgetStillProcessed,
  budgetsFor,
  isHealthyWithout,
  letsUnreadyGo,
  takeDisruption,
} from './budget.ts';

type Budget = PolicyV1PodDisruptionBudget;

export interface EvictorDependencies {
  /** Reads the current pod. Throws NotFound. */
  getPod(namespace: string, name: string): Promise<CoreV1Pod>;
  deletePod(namespace: string, name: string, options: DeleteOptions, dryRun: boolean): Promise<unknown>;
  listBudgets(namespace: string): Promise<Budget[]>;
  /** Guaranteed update: `change` is called again after a conflict. */
  updateBudget(
    namespace: string,
    name: string,
    change: (budget: Budget) => void,
    dryRun: boolean,
  ): Promise<unknown>;
  /**
   * Writes into the pod that it is about to be evicted, under the preconditions. Resolves with its new resource version.
   * Undefined for releases that do not.
   */
  markPod?(namespace: string, name: string, options: DeleteOptions): Promise<string>;
  /** Refusals have more reasons than too few pods. */
  saysWhy: boolean;
  clock: Clock;
  pause(milliseconds: number): Promise<unknown>;
}

/** The outcome of an eviction that does not throw. */
export type EvictionOutcome = 'evicted' | 'several budgets';

const maxAttempts = 20;
const retryInterval = 500;

type RemovePod = (options: DeleteOptions) => Promise<unknown>;

/** Deletes pods as far as disruption budgets allow it. */
export class Evictor {
  readonly #dependencies: EvictorDependencies;

  constructor(dependencies: EvictorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws TooManyRequests if the budget does not allow the eviction now, and what the deletion throws. */
  async evict(
    namespace: string,
    name: string,
    options: DeleteOptions,
    dryRun: boolean,
  ): Promise<EvictionOutcome> {
    const remove: RemovePod = async (deleteOptions) => {
      const present = dryRun ? deleteOptions : await this.#mark(namespace, name, deleteOptions);
      return this.#dependencies.deletePod(namespace, name, present, dryRun);
    };
    const getPod = () => this.#dependencies.getPod(namespace, name);
    const pod = await this.#deleteUnprotected(getPod, options, remove);
    if (pod === undefined) return 'evicted';
    const budgets = budgetsFor(pod, await this.#dependencies.listBudgets(namespace));
    const [budget] = budgets;
    if (budgets.length > 1) return 'several budgets';
    if (budget === undefined) await remove(options);
    else if (!isReady(pod) && (letsUnreadyGo(budget) || isHealthyWithout(budget)))
      await deleteUnready({ pod, budget, options, remove });
    else {
      const now = timeNow(this.#dependencies.clock.now());
      const take = (newest: Budget) => takeDisruption(newest, name, now, this.#dependencies.saysWhy);
      await this.#dependencies.updateBudget(namespace, budget.metadata.name!, take, dryRun);
      await remove(options);
    }
    return 'evicted';
  }

  /** The options of the deletion: the mark makes a new version of the pod, and the precondition follows it. */
  async #mark(namespace: string, name: string, options: DeleteOptions): Promise<DeleteOptions> {
    const resourceVersion = await this.#dependencies.markPod?.(namespace, name, options);
    if (resourceVersion === undefined || options.preconditions?.resourceVersion === undefined) return options;
    return { ...options, preconditions: { ...options.preconditions, resourceVersion } };
  }

  /** Deletes a pod that budgets do not protect: one that is pending or terminal. Resolves with any other pod. */
  async #deleteUnprotected(
    getPod: () => Promise<CoreV1Pod>,
    options: DeleteOptions,
    remove: RemovePod,
  ): Promise<CoreV1Pod | undefined> {
    for (let attempt = 1; ; attempt++) {
      const pod = await getPod();
      if (!isTerminal(pod) && pod.status.phase !== 'Pending') return pod;
      // A pending pod may start before it is deleted: then the precondition fails.
      const mayStart = !isTerminal(pod) && options.preconditions?.resourceVersion === undefined;
      try {
        await remove(mayStart ? ifUnchanged(pod, options) : options);
        return undefined;
      } catch (error) {
        if (!mayStart || !isStatus(error, 409) || attempt === maxAttempts) throw error;
        await this.#dependencies.pause(retryInterval);
      }
    }
  }
}

interface UnreadyPod {
  pod: CoreV1Pod;
  budget: Budget;
  options: DeleteOptions;
  remove: RemovePod;
}

/** Deletes the pod only if it is unchanged: once ready, it would count for the budget. */
async function deleteUnready({ pod, budget, options, remove }: UnreadyPod): Promise<void> {
  if (options.preconditions?.resourceVersion !== undefined) return void (await remove(options));
  await remove(ifUnchanged(pod, options)).catch((error: unknown) => {
    throw isStatus(error, 409) ? budgetStillProcessed(budget.metadata.name!) : error;
  });
}

/** Adds the pod's resource version as a precondition. */
function ifUnchanged({ metadata }: CoreV1Pod, options: DeleteOptions): DeleteOptions {
  const { resourceVersion } = metadata as ApiObject['metadata'];
  return { ...options, preconditions: { ...options.preconditions, resourceVersion: resourceVersion! } };
}

const isTerminal = ({ metadata, status }: CoreV1Pod): boolean =>
  status.phase === 'Succeeded' || status.phase === 'Failed' || Boolean(metadata.deletionTimestamp);

const isReady = ({ status }: CoreV1Pod): boolean =>
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
