import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import { checkAsKind } from '../../../registry/write/delete-preconditions.ts';
import type { Clock } from '../../../util/clock.ts';
import { budgetStillProcessed, budgetsFor, letsUnreadyGo, takeDisruption } from './budget.ts';
import { markEvicted } from './evicted-pod.ts';
import type { EvictionRules } from './eviction-rules.ts';

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
  /** The same for the pod; the resourceVersion that it has then. */
  updatePod(namespace: string, name: string, change: (pod: CoreV1Pod) => void): Promise<string>;
  clock: Clock;
  rules: EvictionRules;
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
    const { rules } = this.#dependencies;
    const remove: RemovePod = async (deleteOptions) => {
      const marked = rules.marksPods && !dryRun;
      const given = marked ? await this.#mark(namespace, name, deleteOptions) : deleteOptions;
      return this.#dependencies.deletePod(namespace, name, given, dryRun);
    };
    const getPod = () => this.#dependencies.getPod(namespace, name);
    const pod = await this.#deleteUnprotected(getPod, options, remove);
    if (pod === undefined) return 'evicted';
    const budgets = budgetsFor(pod, await this.#dependencies.listBudgets(namespace));
    const [budget] = budgets;
    if (budgets.length > 1) return 'several budgets';
    if (budget === undefined) await remove(options);
    else if (!isReady(pod) && letsUnreadyGo(budget, rules))
      await deleteUnready({ pod, budget, options, remove, rules });
    else {
      const now = timeNow(this.#dependencies.clock.now());
      const take = (newest: Budget) => takeDisruption(newest, name, now, rules);
      await this.#dependencies.updateBudget(namespace, budget.metadata.name!, take, dryRun);
      await remove(options);
    }
    return 'evicted';
  }

  /** Notes in a pod that it is evicted. The options of its deletion, which is that of the pod as it is then. */
  async #mark(namespace: string, name: string, options: DeleteOptions): Promise<DeleteOptions> {
    const { clock, rules, updatePod } = this.#dependencies;
    const resourceVersion = await updatePod(namespace, name, (pod) => {
      checkAsKind({ group: '', resource: 'Pod' }, pod.metadata, options.preconditions);
      markEvicted(pod, timeNow(clock.now()), rules.observesGeneration);
    });
    if (options.preconditions?.resourceVersion === undefined) return options;
    return Object.assign({}, options, { preconditions: { ...options.preconditions, resourceVersion } });
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
  rules: EvictionRules;
}

/** Deletes the pod only if it is unchanged: once ready, it would count for the budget. */
async function deleteUnready({ pod, budget, options, remove, rules }: UnreadyPod): Promise<void> {
  if (options.preconditions?.resourceVersion !== undefined) return void (await remove(options));
  await remove(ifUnchanged(pod, options)).catch((error: unknown) => {
    throw isStatus(error, 409) ? budgetStillProcessed(budget.metadata.name!, rules) : error;
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
