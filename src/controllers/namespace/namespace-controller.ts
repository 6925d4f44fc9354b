import type { Lister } from '../../api/meta/lister.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { type ApiCaller, callsUntil } from '../../client/api/api-call.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { namespacesType } from '../shared/resources.ts';
import { NamespaceDeleter } from './namespace-deleter.ts';

/**
 * Milliseconds from a change of a namespace that is being deleted until it is looked at. An API server may learn of the
 * deletion a little later, and let objects be created until then: those must be found.
 */
const delay = 5_000;
const firstRetry = 5;
const maxRetryDelay = 60_000;
const shortestSyncPeriod = 1_000;

export interface NamespaceControllerDependencies
  extends Pick<
    ControllerDependencies,
    'clock' | 'dialect' | 'flags' | 'gates' | 'log' | 'meterOf' | 'objects'
  > {
  client: ApiCaller;
}

/** Empties namespaces that are being deleted, and then lets them go. */
export class NamespaceController implements Controller {
  readonly #namespaces: Lister<CoreV1Namespace>;
  readonly #deleter: NamespaceDeleter;
  readonly #queue: WorkQueue;
  readonly #resync: PeriodicTask;
  readonly #closing = new AbortController();
  #observation: Disposable | undefined;

  constructor(dependencies: NamespaceControllerDependencies) {
    const { client, objects, dialect, clock, flags, gates, log, meterOf } = dependencies;
    this.#namespaces = objects.lister(namespacesType);
    const closing = this.#closing.signal;
    const caller = callsUntil(client, closing);
    const endsPodsFirst = gates.isOn('OrderedNamespaceDeletion');
    this.#deleter = new NamespaceDeleter({ caller, closing, dialect, clock, log, endsPodsFirst });
    this.#queue = new WorkQueue({
      workers: Math.max(1, flags.count('concurrent-namespace-syncs')),
      work: (name) => this.#sync(name),
      report: (name, { message }) => log.warn(`deletion of namespace ${name} failed: ${message}`),
      firstRetry,
      maxRetryDelay,
      meter: meterOf?.('namespace'),
    });
    const period = Math.max(flags.duration('namespace-sync-period'), shortestSyncPeriod);
    const all = async (): Promise<void> => this.#namespaces.list().forEach((each) => this.#see(each));
    this.#resync = new PeriodicTask(all, period, ({ message }) => log.warn(message));
  }

  start(): void {
    this.#observation = this.#namespaces.observe((change) => this.#see(change.after()));
    this.#resync.start();
  }

  async close(): Promise<void> {
    this.#observation?.[Symbol.dispose]();
    this.#closing.abort();
    await Promise.all([this.#resync.close(), this.#queue.close()]);
  }

  #see(namespace: CoreV1Namespace | undefined): void {
    if (namespace?.metadata.deletionTimestamp == null) return;
    this.#queue.addAfter(namespace.metadata.name!, delay);
  }

  async #sync(name: string): Promise<void> {
    if (this.#namespaces.get('', name) === undefined) return this.#queue.forget(name);
    const seconds = await this.#deleter.delete(name);
    // The remaining objects need time: the count of failures stays as it is.
    if (seconds > 0) this.#queue.addAfter(name, waitFor(seconds));
    else this.#queue.forget(name);
  }
}

/** Milliseconds until the next look at content that needs so many seconds to go: 8 s for 15. */
const waitFor = (seconds: number): number => (Math.trunc(seconds / 2) + 1) * 1_000;
