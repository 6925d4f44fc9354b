import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isNotFound } from '../../src/client/api/api-error.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import type { TimedClient } from './client.ts';
import { boundAt, type Pod, type StoredObject, types } from './cluster-objects.ts';
import { Follower } from './follower.ts';

/** Bindings that are under way at once. */
const atOnce = 16;
const retryPause = 500;

/** Binds each pod without a node to the node that has the fewest: follows all pods and all nodes, as a scheduler does. */
export class Scheduler {
  readonly #pods: ResourceClient<Pod>;
  readonly #events: ResourceClient<StoredObject>;
  readonly #signal: AbortSignal;
  /** Node names by number of pods: `#byLoad[3]` holds those with three. */
  readonly #byLoad: Set<string>[] = [];
  readonly #load = new Map<string, number>();
  /** The node of each pod, by UID. */
  readonly #placed = new Map<string, string>();
  readonly #waiting = new Map<string, Pod>();
  readonly #followers: Follower[];

  constructor(client: TimedClient, signal: AbortSignal) {
    this.#pods = new ResourceClient<Pod>(client, types.pods);
    this.#events = new ResourceClient<StoredObject>(client, types.events);
    this.#signal = signal;
    this.#followers = [
      new Follower(client, { type: types.nodes }, signal, (node, isDeleted) => this.#onNode(node, isDeleted)),
      new Follower(client, { type: types.pods }, signal, (pod, isDeleted) =>
        this.#onPod(pod as Pod, isDeleted),
      ),
    ];
  }

  async start(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.synced()));
    for (let n = 0; n < atOnce; n++) void this.#run();
  }

  get relists(): number {
    return this.#followers.reduce((sum, { relists }) => sum + Math.max(0, relists), 0);
  }

  #onNode({ metadata: { name }, ...node }: StoredObject, isDeleted: boolean): void {
    const { taints = [] } = (node as { spec?: { taints?: { effect: string }[] } }).spec ?? {};
    if (isDeleted || taints.length > 0) this.#move(name, undefined);
    else if (!this.#load.has(name))
      this.#move(name, [...this.#placed.values()].filter((one) => one === name).length);
  }

  #onPod(pod: Pod, isDeleted: boolean): void {
    const uid = pod.metadata.uid;
    if (isDeleted) {
      this.#waiting.delete(uid);
      this.#unplace(uid);
    } else if (pod.spec.nodeName !== undefined) {
      this.#waiting.delete(uid);
      this.#place(uid, pod.spec.nodeName);
    } else if (!this.#placed.has(uid)) this.#waiting.set(uid, pod);
  }

  async #run(): Promise<void> {
    while (!this.#signal.aborted) {
      const next = this.#waiting.entries().next().value;
      const node = this.#byLoad
        .find((names) => names?.size > 0)
        ?.values()
        .next().value;
      if (next === undefined || node === undefined) {
        await sleep(10);
        continue;
      }
      const [uid, pod] = next;
      this.#waiting.delete(uid);
      this.#place(uid, node);
      try {
        await this.#bind(pod, node);
      } catch (error) {
        this.#unplace(uid);
        if (isNotFound(error) || isConflict(error)) continue;
        this.#waiting.set(uid, pod);
        await sleep(retryPause);
      }
    }
  }

  async #bind({ metadata: { namespace, name, uid } }: Pod, node: string): Promise<void> {
    const metadata = { name, uid, annotations: { [boundAt]: String(Date.now()) } };
    await this.#pods.create(namespace, { metadata, target: { kind: 'Node', name: node } }, name, 'binding');
    await this.#events.create(namespace, {
      metadata: { generateName: `${name}.` },
      involvedObject: { kind: 'Pod', apiVersion: 'v1', namespace, name, uid },
      reason: 'Scheduled',
      message: `assigned to ${node}`,
      type: 'Normal',
      source: { component: 'scheduler' },
    });
  }

  #place(uid: string, node: string): void {
    if (this.#placed.get(uid) === node) return;
    this.#unplace(uid);
    this.#placed.set(uid, node);
    if (this.#load.has(node)) this.#move(node, this.#load.get(node)! + 1);
  }

  #unplace(uid: string): void {
    const node = this.#placed.get(uid);
    if (node === undefined) return;
    this.#placed.delete(uid);
    if (this.#load.has(node)) this.#move(node, this.#load.get(node)! - 1);
  }

  /** Undefined: nothing is bound to it. */
  #move(node: string, load: number | undefined): void {
    const before = this.#load.get(node);
    if (before !== undefined) this.#byLoad[before]!.delete(node);
    if (load === undefined) return void this.#load.delete(node);
    this.#load.set(node, load);
    this.#byLoad[load] ??= new Set();
    this.#byLoad[load].add(node);
  }
}
