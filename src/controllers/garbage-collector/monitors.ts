import type { Objects } from '../../api/meta/lister.ts';
import { groupResourceText } from '../../api/meta/status.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import {
  type DiscoveryResult,
  groupVersionOf,
  nothingKnown,
  readDiscovery,
  withKept,
} from '../../client/api/discovery.ts';
import { TurnQueue } from '../../util/pacer.ts';
import type { ControllerLog } from '../controller.ts';
import type { DependencyGraph } from './graph/dependency-graph.ts';
import { Monitor } from './monitor.ts';
import { collectable, type ServedTypes } from './served-types.ts';

export interface MonitorsDependencies {
  client: ApiClient;
  metadata: Objects;
  types: ServedTypes;
  graph: DependencyGraph;
  log: ControllerLog;
}

/** One monitor for each resource type that the server serves, as discovery shows them. */
export class Monitors {
  readonly #dependencies: MonitorsDependencies;
  readonly #changes = new TurnQueue();
  readonly #monitors = new Map<string, Monitor>();
  #served = nothingKnown;
  /** Group versions that could not be read the last time. */
  #failed = '';

  constructor(dependencies: MonitorsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Something that is done after all changes of the graph that are known by now. */
  afterChanges(task: () => void): void {
    this.#changes.add(task);
  }

  /** Names of types whose objects the graph does not have yet. */
  get unsynced(): string[] {
    return [...this.#monitors].flatMap(([name, { isSynced }]) => (isSynced ? [] : [name]));
  }

  /**
   * Reads discovery and follows it. A type is given up only when its group could be read and does not have it. Returns
   * whether there are new types, and what resolves when the graph has their objects; undefined when nothing could be read.
   */
  async follow(signal: AbortSignal): Promise<{ isChanged: boolean; synced: Promise<unknown> } | undefined> {
    const { client, types, log } = this.#dependencies;
    const found = await readDiscovery(client, signal);
    this.#report(found);
    // No server is without types: it may not let this user in yet.
    if (found.resources.length === 0) return undefined;
    this.#served = withKept(this.#served, found);
    const wanted = collectable(this.#served);
    const hasNewKinds = types.update(this.#served);
    const names = new Set(wanted.map(groupResourceText));
    for (const name of [...this.#monitors.keys()]) if (!names.has(name)) this.#stop(name);
    const started = wanted.flatMap((resource) => {
      const known = this.#monitors.get(groupResourceText(resource))?.resource;
      return known !== undefined && isSameVersion(known, resource)
        ? []
        : [this.#start(new Monitor(resource, this.#dependencies.graph, this.#changes))];
    });
    if (started.length > 0) log.info(`follows ${this.#monitors.size} resource types`);
    return { isChanged: hasNewKinds || started.length > 0, synced: Promise.all(started) };
  }

  stop(): void {
    for (const name of [...this.#monitors.keys()]) this.#stop(name);
  }

  async #start(monitor: Monitor): Promise<void> {
    const { metadata, log } = this.#dependencies;
    const { group, resource } = monitor.resource;
    const name = groupResourceText(monitor.resource);
    this.#stop(name);
    this.#monitors.set(name, monitor);
    await monitor.start(metadata.lister({ group, resource }), (message) =>
      log.warn(`the objects of ${name} are not known yet: ${message}`),
    );
  }

  #stop(name: string): void {
    this.#monitors.get(name)?.stop();
    this.#monitors.delete(name);
  }

  #report({ failures }: DiscoveryResult): void {
    const failed = [...failures].map(([name, { message }]) => `${name}: ${message}`).join(', ');
    if (failed !== '' && failed !== this.#failed)
      this.#dependencies.log.warn(`types that are known stay, as some groups cannot be read: ${failed}`);
    this.#failed = failed;
  }
}

const isSameVersion = (a: Monitor['resource'], b: Monitor['resource']): boolean =>
  groupVersionOf(a) === groupVersionOf(b) && a.kind === b.kind;
