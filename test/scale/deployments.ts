import { setTimeout as sleep } from 'node:timers/promises';
import { isNotFound } from '../../src/client/api/api-error.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import type { TimedClient } from './client.ts';
import { deploymentName, namespaceOf, type Pod, podOf, type StoredObject, types } from './cluster-objects.ts';
import { forAll } from './component.ts';
import { Follower } from './follower.ts';

/** Milliseconds between two looks at a Deployment that is not as it is to be. */
const interval = 200;
/** Pods of lost nodes that are deleted at the same time. */
const evictionsAtOnce = 16;
const merge = 'application/merge-patch+json';

/** One simulated Deployment, and what there is of it. */
interface State {
  readonly number: number;
  wanted: number;
  /** Of the template. */
  round: number;
  readonly pods: Map<string, Pod>;
  reported: string;
  isBusy: boolean;
}

/** Who asks in a cluster what the Deployments ask here, each as fast as it may: ReplicaSets, Deployments, and lost nodes. */
export interface DeploymentClients {
  readonly pods: TimedClient;
  readonly reports: TimedClient;
  readonly evictions: TimedClient;
}

/** Keeps as many pods of each Deployment running as it asks for, replaces them a quarter at a time, and reports its status. */
export class Deployments {
  readonly #states = new Map<string, State>();
  readonly #pods: ResourceClient<Pod>;
  readonly #evictions: ResourceClient<Pod>;
  readonly #deployments: ResourceClient<StoredObject>;
  readonly #signal: AbortSignal;
  readonly #follower: Follower;
  #timer: NodeJS.Timeout | undefined;
  #isEvicting = false;

  constructor(clients: DeploymentClients, signal: AbortSignal, count: number, replicas: number) {
    this.#pods = new ResourceClient<Pod>(clients.pods, types.pods);
    this.#evictions = new ResourceClient<Pod>(clients.evictions, types.pods);
    this.#deployments = new ResourceClient<StoredObject>(clients.reports, types.deployments);
    this.#signal = signal;
    for (let number = 0; number < count; number++) {
      const state = { number, wanted: replicas, round: 0, pods: new Map(), reported: '', isBusy: false };
      this.#states.set(deploymentName(number), state);
    }
    this.#follower = new Follower(clients.pods, { type: types.pods }, signal, (pod, isDeleted) =>
      this.#onPod(pod as Pod, isDeleted),
    );
  }

  async start(): Promise<void> {
    await this.#follower.synced();
    this.#timer = setInterval(() => {
      for (const state of this.#states.values()) void this.#sync(state);
    }, interval);
    this.#signal.addEventListener('abort', () => clearInterval(this.#timer));
  }

  get relists(): number {
    return Math.max(0, this.#follower.relists);
  }

  /** Number of pods that are not there, do not run, or are of an older round. */
  get missing(): number {
    let missing = 0;
    for (const { wanted, round, pods } of this.#states.values()) {
      const good = [...pods.values()].filter((pod) => isRunning(pod) && isOf(pod, round)).length;
      missing += Math.max(0, wanted - good);
    }
    return missing;
  }

  /** A new template for the first of them: so many pods in all. */
  roll(pods: number): void {
    let left = pods;
    for (const state of this.#states.values()) {
      if (left <= 0) return;
      state.round++;
      left -= state.wanted;
    }
  }

  /** Deletes so many pods a second, by chance, until the signal. */
  async churn(perSecond: number, until: AbortSignal): Promise<void> {
    const states = [...this.#states.values()];
    while (!until.aborted && !this.#signal.aborted) {
      const { pods } = states[Math.floor(Math.random() * states.length)]!;
      const pod = [...pods.values()].filter(isRunning)[0];
      if (pod !== undefined) void this.#delete(pod, this.#evictions);
      await sleep(1_000 / perSecond);
    }
  }

  /** Deletes the pods of nodes that are lost, a few at a time, without grace: nobody is there to end them. */
  async evict(nodes: ReadonlySet<string>): Promise<void> {
    if (this.#isEvicting) return;
    this.#isEvicting = true;
    const pods = [...this.#states.values()].flatMap((state) => [...state.pods.values()]);
    const lost = pods.filter(({ spec }) => nodes.has(spec.nodeName ?? ''));
    await forAll(lost, evictionsAtOnce, (pod) =>
      this.#delete(pod, this.#evictions, { gracePeriodSeconds: 0 }),
    );
    this.#isEvicting = false;
  }

  #onPod(pod: Pod, isDeleted: boolean): void {
    const state = this.#states.get(pod.metadata.labels?.['app'] ?? '');
    if (isDeleted) state?.pods.delete(pod.metadata.uid);
    else state?.pods.set(pod.metadata.uid, pod);
  }

  async #sync(state: State): Promise<void> {
    if (state.isBusy) return;
    state.isBusy = true;
    try {
      await this.#oneStep(state);
    } catch {
      // The next look tries again.
    } finally {
      state.isBusy = false;
    }
  }

  async #oneStep(state: State): Promise<void> {
    const { number, wanted, round } = state;
    const alive = [...state.pods.values()].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const surge = Math.ceil(wanted / 4);
    const old = alive.filter((pod) => !isOf(pod, round));
    const isRolling = old.length > 0;
    const lacking = Math.min(
      wanted - (alive.length - old.length),
      wanted + (isRolling ? surge : 0) - alive.length,
    );
    const made = Array.from({ length: Math.max(0, lacking) }, () =>
      this.#pods.create(namespaceOf(number), podOf(number, round)),
    );
    // What was just made is not made again because its event is late.
    for (const pod of await Promise.all(made))
      if (!state.pods.has(pod.metadata.uid)) state.pods.set(pod.metadata.uid, pod);
    const running = alive.filter(isRunning).length;
    const removable = Math.max(0, Math.min(old.length, running - (wanted - surge)));
    await Promise.all(old.slice(0, removable).map((pod) => this.#delete(pod)));
    await this.#report(state, {
      replicas: alive.length,
      readyReplicas: running,
      updatedReplicas: alive.length - old.length,
    });
  }

  async #report(state: State, status: object): Promise<void> {
    const text = JSON.stringify(status);
    if (text === state.reported) return;
    const name = deploymentName(state.number);
    await this.#deployments.patch(namespaceOf(state.number), name, { status }, merge, {
      subresource: 'status',
    });
    state.reported = text;
  }

  async #delete(
    { metadata: { namespace, name, uid } }: Pod,
    client = this.#pods,
    options = {},
  ): Promise<void> {
    const gone = client.delete(namespace, name, { preconditions: { uid }, ...options });
    await gone.catch((error: unknown) => {
      if (isNotFound(error)) for (const { pods } of this.#states.values()) pods.delete(uid);
    });
  }
}

const isRunning = ({ status, metadata }: Pod): boolean =>
  status.phase === 'Running' && metadata.deletionTimestamp === undefined;

const isOf = ({ metadata }: Pod, round: number): boolean => metadata.labels?.['round'] === String(round);
