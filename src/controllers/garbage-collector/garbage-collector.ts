import { setTimeout as sleep } from 'node:timers/promises';
import { EventRecorder } from '../../client/events/event-recorder.ts';
import { systemPause } from '../../client/retry.ts';
import { monotonicClock } from '../../util/clock.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import type { Controller, ControllerDependencies, DebugPage } from '../controller.ts';
import { TypeWatch } from '../shared/type-watch.ts';
import { AbsentOwners } from './absent-owners.ts';
import { Gate } from './gate.ts';
import { type Coordinates, coordinatesText, type Reference, within } from './graph/coordinates.ts';
import { DependencyGraph } from './graph/dependency-graph.ts';
import type { GraphNode } from './graph/graph-node.ts';
import { graphText } from './graph/graphviz.ts';
import { ItemCollector } from './item-collector.ts';
import { LiveObjects, MissingNamespaceError } from './live-objects.ts';
import { Monitors } from './monitors.ts';
import { orphanDependents } from './orphaning.ts';
import { ServedTypes, UnknownTypeError } from './served-types.ts';

/** Milliseconds. */
const retries = { firstRetry: 5, maxRetryDelay: 1_000_000 };
/** Milliseconds that work waits for the objects of new types: one that never come must not stop everything. */
const syncTimeout = 30_000;

/** Deletes objects whose owners are gone, in the way that the deletion of the owner asked for. */
export class GarbageCollector implements Controller {
  readonly #dependencies: ControllerDependencies;
  readonly #graph: DependencyGraph;
  readonly #monitors: Monitors;
  readonly #live: LiveObjects;
  readonly #collector: ItemCollector;
  readonly #events: EventRecorder;
  readonly #gate = new Gate();
  readonly #toDelete: WorkQueue;
  readonly #toOrphan: WorkQueue;
  readonly #types: TypeWatch;
  /** Uids of objects that wait for a type that is not served. */
  readonly #unknown = new Set<string>();
  #isClosed = false;

  constructor(dependencies: ControllerDependencies, workers: number) {
    const { client, random, metadata, log, clock } = dependencies;
    this.#dependencies = dependencies;
    const absent = new AbsentOwners();
    const shownGone = new AbsentOwners();
    const types = new ServedTypes();
    this.#live = new LiveObjects(client, types, { random, pause: systemPause });
    this.#events = new EventRecorder({
      client,
      component: 'garbage-collector-controller',
      clock,
      monotonic: monotonicClock,
      random,
      pause: systemPause,
      warn: (message) => log.warn(message),
    });
    this.#graph = new DependencyGraph({
      toDelete: ({ uid }) => this.#toDelete.add(uid),
      toDeleteLater: ({ uid }) => this.#toDelete.retry(uid),
      toOrphan: ({ uid }) => this.#toOrphan.add(uid),
      absent: (coordinates) => absent.add(coordinates),
      shownGone: (coordinates) => shownGone.add(coordinates),
      ownerElsewhere: (dependent, reference) => this.#reportElsewhere(dependent, reference),
    });
    this.#monitors = new Monitors({ client, metadata, types, graph: this.#graph, log });
    this.#collector = new ItemCollector({
      absent,
      shownGone,
      types,
      live: this.#live,
      absentItem: (object) => this.#monitors.afterChanges(() => this.#graph.removeAbsent(object)),
      toDelete: ({ uid }) => this.#toDelete.add(uid),
    });
    this.#toDelete = this.#queue('delete', workers, (uid) => this.#attemptToDelete(uid));
    this.#toOrphan = this.#queue('orphan', workers, (uid) => this.#attemptToOrphan(uid));
    this.#types = new TypeWatch((signal) => this.#followTypes(signal));
  }

  start(): void {
    this.#types.start(this.#dependencies.metadata, this.#dependencies.dialect);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#gate.open();
    await this.#types.close();
    this.#monitors.stop();
    await Promise.all([this.#toDelete.close(), this.#toOrphan.close()]);
    await this.#events.close();
  }

  /** The graph in the language of graphviz: around the objects of these uids, or all that belongs to something. */
  graphText(uids: readonly string[]): string {
    return graphText(this.#graph, uids);
  }

  readonly debugPages = {
    graph: (query: URLSearchParams): DebugPage => ({
      contentType: 'text/vnd.graphviz',
      text: this.graphText(query.getAll('uid')),
    }),
  };

  #queue(attempt: string, workers: number, work: (uid: string) => Promise<void>): WorkQueue {
    return new WorkQueue({
      ...retries,
      workers,
      meter: this.#dependencies.meterOf?.(`garbage_collector_attempt_to_${attempt}`),
      work: async (uid) => {
        await this.#gate.pass();
        if (!this.#isClosed) await work(uid);
      },
      report: (uid, error) => this.#report(uid, error),
    });
  }

  /** False when it is to be tried again soon. */
  async #followTypes(signal: AbortSignal): Promise<boolean> {
    try {
      const followed = await this.#monitors.follow(signal);
      if (followed === undefined) return false;
      if (followed.isChanged) await this.#wait(followed.synced, signal);
      this.#gate.open();
      return true;
    } catch (error) {
      if (!signal.aborted)
        this.#dependencies.log.warn(`cannot read which types there are: ${(error as Error).message}`);
      return false;
    }
  }

  /** Work stops until the graph has the objects of new types. */
  async #wait(synced: Promise<unknown>, signal: AbortSignal): Promise<void> {
    this.#gate.close();
    const stop = new AbortController();
    const late = sleep(syncTimeout, true, { signal: AbortSignal.any([signal, stop.signal]), ref: false });
    const isLate = await Promise.race([synced.then(() => false), late.catch(() => false)]);
    stop.abort();
    if (isLate)
      this.#dependencies.log.warn(`goes on without all objects of ${this.#monitors.unsynced.join(', ')}`);
    for (const uid of this.#unknown) this.#toDelete.add(uid);
    this.#unknown.clear();
  }

  async #attemptToDelete(uid: string): Promise<void> {
    const node = this.#graph.get(uid);
    if (node === undefined) return this.#forget(uid);
    try {
      await this.#collector.collect(node);
    } catch (error) {
      if (error instanceof UnknownTypeError) this.#unknown.add(uid);
      if (!(error instanceof MissingNamespaceError)) throw error;
      return this.#forget(uid);
    }
    // An owner that only references name is read from the server until an informer shows it, or the server answers 404.
    if (this.#graph.get(uid)?.isObserved === false) this.#toDelete.retry(uid);
    else this.#forget(uid);
  }

  #forget(uid: string): void {
    this.#unknown.delete(uid);
    this.#toDelete.forget(uid);
  }

  async #attemptToOrphan(uid: string): Promise<void> {
    const node = this.#graph.get(uid);
    if (node?.isOrphaning) {
      // A dependent that is not known would be deleted with its owner.
      const { unsynced } = this.#monitors;
      if (unsynced.length > 0) throw new Error(`the objects of ${unsynced.join(', ')} are not known yet`);
      await orphanDependents(this.#live, node);
    }
    this.#toOrphan.forget(uid);
  }

  #report(uid: string, error: Error): void {
    // References to types that are not served are common, and last.
    if (error instanceof UnknownTypeError) return;
    const coordinates = this.#graph.get(uid)?.coordinates;
    const what = coordinates === undefined ? uid : coordinatesText(coordinates);
    this.#dependencies.log.warn(`${what} is tried again: ${error.message}`);
  }

  #reportElsewhere({ coordinates }: GraphNode, reference: Reference): void {
    const { type, namespace, name, uid } = coordinates;
    const owner: Coordinates = within(reference, namespace);
    const message = `ownerRef ${coordinatesText(owner)} does not exist in namespace ${JSON.stringify(namespace)}`;
    const subject = { ...type, ...(namespace === '' ? {} : { namespace }), name, uid };
    this.#events.record(subject, 'Warning', 'OwnerRefInvalidNamespace', message);
  }
}
