import { setTimeout as sleep } from 'node:timers/promises';
import type { Lister, ObjectChange } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type DiscoveredResource, groupVersionOf } from '../../client/api/discovery.ts';
import type { TurnQueue } from '../../util/pacer.ts';
import { type TypeName, typeName } from './graph/coordinates.ts';
import type { DependencyGraph } from './graph/dependency-graph.ts';
import { observedObject } from './graph/observed-object.ts';

/** Milliseconds. */
const retryAfter = 2_000;

/** Puts the objects of one resource type into the graph, some at a time. */
export class Monitor {
  readonly resource: DiscoveredResource;
  readonly #type: TypeName;
  readonly #graph: DependencyGraph;
  readonly #changes: TurnQueue;
  /** Uids by namespace and name: a change may replace an object by another one of its name. */
  readonly #uids = new Map<string, Map<string, string>>();
  readonly #stopping = new AbortController();
  #isForgotten = false;
  #observation: Disposable | undefined;
  /** The graph has had all objects that there were. */
  isSynced = false;

  /** `changes`: changes of the graph, of all types in one order. */
  constructor(resource: DiscoveredResource, graph: DependencyGraph, changes: TurnQueue) {
    this.resource = resource;
    this.#type = typeName(groupVersionOf(resource), resource.kind);
    this.#graph = graph;
    this.#changes = changes;
  }

  /** Resolves when the graph has all objects that there are, or it is stopped. `report`: it takes longer. */
  async start(lister: Lister, report: (message: string) => void): Promise<void> {
    this.#observation = lister.observe((change) => this.#changes.add(() => this.#apply(change)));
    const { signal } = this.#stopping;
    while (!signal.aborted && !(await this.#isFresh(lister, report)))
      await sleep(retryAfter, undefined, { signal, ref: false }).catch(() => {});
    await new Promise<void>((resolve) => this.#changes.add(resolve));
    this.isSynced = !signal.aborted;
  }

  /**
   * The graph knows these objects no more but from references to them, after the changes that have come already: a
   * definition goes right after its objects, whose dependents are to be looked at.
   */
  stop(): void {
    this.#stopping.abort();
    this.#observation?.[Symbol.dispose]();
    this.#changes.add(() => this.#forget());
  }

  #forget(): void {
    this.#isForgotten = true;
    for (const uids of this.#uids.values()) for (const uid of uids.values()) this.#graph.forget(uid);
    this.#uids.clear();
  }

  async #isFresh(lister: Lister, report: (message: string) => void): Promise<boolean> {
    try {
      await lister.waitUntilFresh();
      return true;
    } catch (error) {
      if (!this.#stopping.signal.aborted) report((error as Error).message);
      return false;
    }
  }

  #apply({ namespace, name, after }: ObjectChange<ApiObject>): void {
    if (this.#isForgotten) return;
    const object = after();
    const observed = object && observedObject(this.#type, object.metadata ?? {});
    const uids = this.#uids.get(namespace);
    const before = uids?.get(name);
    if (before !== undefined && before !== observed?.coordinates.uid) this.#graph.remove(before);
    if (observed === undefined) {
      uids?.delete(name);
      if (uids?.size === 0) this.#uids.delete(namespace);
      return;
    }
    this.#graph.observe(observed);
    if (uids === undefined) this.#uids.set(namespace, new Map([[name, observed.coordinates.uid]]));
    else if (before !== observed.coordinates.uid) uids.set(name, observed.coordinates.uid);
  }
}
