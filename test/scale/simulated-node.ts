import { setTimeout as sleep } from 'node:timers/promises';
import { isAlreadyExists } from '../../src/client/api/api-error.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import type { TimedClient } from './client.ts';
import {
  allNamespaces,
  boundAt,
  leaseNamespace,
  nodeStatus,
  type Pod,
  passwordName,
  type StoredObject,
  settingsName,
  types,
} from './cluster-objects.ts';
import { Follower } from './follower.ts';
import type { Latencies } from './latencies.ts';
import { PodLife } from './pod-life.ts';

/** Milliseconds between renewals of the Lease, and between reports of an unchanged status. */
const renewal = 10_000;
const statusInterval = 300_000;
/** Milliseconds after which a failed step is tried again, and up to as many more. */
const retryPause = 1_000;

/**
 * One node's agent as the API server sees it: registers, renews its Lease, reports its status, follows its pods and what they
 * mount, and lets them start and end.
 */
export class SimulatedNode {
  readonly #name: string;
  readonly #client: TimedClient;
  readonly #latencies: Latencies;
  readonly #closing = new AbortController();
  readonly #pods = new Map<string, PodLife>();
  readonly #followers: Follower[] = [];
  /** Namespaces whose Secret and ConfigMap it follows, since pods of it are here. */
  readonly #mounted = new Set<string>();

  constructor(name: string, client: TimedClient, latencies: Latencies) {
    this.#name = name;
    this.#client = client;
    this.#latencies = latencies;
  }

  /** Resolves when it is registered and knows its pods. */
  async start(): Promise<void> {
    await this.#untilDone(() => this.#register());
    const name = `metadata.name=${this.#name}`;
    const own = `spec.nodeName=${this.#name}`;
    const pods = this.#follow({ type: types.pods, fieldSelector: own }, (pod, isDeleted) =>
      this.#onPod(pod as Pod, isDeleted),
    );
    this.#follow({ type: types.nodes, fieldSelector: name });
    for (const type of [types.services, types.csiDrivers, types.runtimeClasses]) this.#follow({ type });
    await pods.synced();
    void this.#renewLease();
    void this.#reportStatus();
  }

  /** As when its machine is lost: nobody is told. */
  stop(): void {
    this.#closing.abort();
    for (const pod of this.#pods.values()) pod[Symbol.dispose]();
    this.#client[Symbol.dispose]();
  }

  /** Lists after the first one of all that it follows. */
  get relists(): number {
    return this.#followers.reduce((sum, { relists }) => sum + Math.max(0, relists), 0);
  }

  get runningPods(): number {
    return [...this.#pods.values()].filter(({ isRunning }) => isRunning).length;
  }

  #follow(
    followed: ConstructorParameters<typeof Follower>[1],
    onChange = (_object: StoredObject, _isDeleted: boolean): void => {},
  ): Follower {
    const follower = new Follower(this.#client, followed, this.#closing.signal, onChange);
    this.#followers.push(follower);
    return follower;
  }

  async #register(): Promise<void> {
    const nodes = new ResourceClient<StoredObject>(this.#client, types.nodes);
    const metadata = { name: this.#name, labels: { 'example.com/zone': `z${this.#name.at(-1)}` } };
    await nodes.create('', { metadata, status: nodeStatus(true) }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
    await this.#writeStatus();
  }

  #writeStatus(): Promise<StoredObject> {
    const nodes = new ResourceClient<StoredObject>(this.#client, types.nodes);
    const merge = 'application/strategic-merge-patch+json';
    return nodes.patch('', this.#name, { status: nodeStatus(true) }, merge, { subresource: 'status' });
  }

  async #renewLease(): Promise<void> {
    const leases = new ResourceClient<StoredObject>(this.#client, types.leases);
    let lease: StoredObject | undefined;
    // Not all at once.
    await this.#pause(Math.random() * renewal);
    while (!this.#closing.signal.aborted) {
      const renewTime = new Date().toISOString().replace('Z', '000Z');
      const spec = { holderIdentity: this.#name, leaseDurationSeconds: 40, renewTime };
      try {
        lease =
          lease === undefined
            ? await this.#newLease(leases, spec)
            : await leases.update(leaseNamespace, this.#name, { ...lease, spec });
        await this.#pause(renewal);
      } catch {
        lease = undefined;
        await this.#pause(retryPause * (1 + Math.random()));
      }
    }
  }

  /** The Lease after this renewal; made if there is none. */
  async #newLease(leases: ResourceClient<StoredObject>, spec: object): Promise<StoredObject> {
    try {
      return await leases.create(leaseNamespace, { metadata: { name: this.#name }, spec });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const there = await leases.get(leaseNamespace, this.#name);
      return leases.update(leaseNamespace, this.#name, { ...there, spec });
    }
  }

  async #reportStatus(): Promise<void> {
    await this.#pause(Math.random() * statusInterval);
    while (!this.#closing.signal.aborted) {
      await this.#untilDone(() => this.#writeStatus());
      await this.#pause(statusInterval);
    }
  }

  #onPod(pod: Pod, isDeleted: boolean): void {
    const { uid, namespace, annotations, deletionTimestamp } = pod.metadata;
    const known = this.#pods.get(uid);
    if (isDeleted) {
      known?.[Symbol.dispose]();
      this.#pods.delete(uid);
      return;
    }
    if (known === undefined) {
      const bound = Number(annotations?.[boundAt]);
      if (bound > 0 && pod.status.phase === 'Pending') this.#latencies.add('event', Date.now() - bound);
      this.#mount(namespace);
      this.#pods.set(uid, new PodLife(pod, this.#name, this.#client, this.#latencies));
    } else if (deletionTimestamp !== undefined) known.end();
  }

  #mount(namespace: string): void {
    if (this.#mounted.has(namespace) || !allNamespaces.includes(namespace)) return;
    this.#mounted.add(namespace);
    for (const [type, name] of [
      [types.secrets, passwordName],
      [types.configMaps, settingsName],
    ] as const)
      this.#follow({ type, namespace, fieldSelector: `metadata.name=${name}` });
  }

  async #untilDone(step: () => Promise<unknown>): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await step();
        return;
      } catch {
        await this.#pause(retryPause * (1 + Math.random()));
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
