import { ResourceClient } from '../../src/client/api/resource-client.ts';
import type { TimedClient } from './client.ts';
import { dialect, leaseNamespace, nodeStatus, type StoredObject, types } from './cluster-objects.ts';
import { Follower } from './follower.ts';

/** Milliseconds without a renewal after which a node is taken for lost: what controllers of a cluster wait. */
const patience = 40_000;
/** Part of the nodes that may be lost for their pods to be ended: with more of them it is the server that nobody reaches. */
const disruption = 0.55;
const interval = 2_000;
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const notReady = `node.${dialect.label}/not-ready`;
const unreachable = { key: `node.${dialect.label}/unreachable`, effect: 'NoExecute' };

interface Node extends StoredObject {
  spec?: { taints?: { key: string; effect: string }[] };
  status?: { conditions?: { type: string; status: string }[] };
}

/** Follows all Leases and nodes; taints and reports nodes that no longer renew, and takes the taint away when they are back. */
export class NodeLifecycle {
  readonly #nodes: ResourceClient<StoredObject>;
  readonly #renewed = new Map<string, number>();
  readonly #lost = new Set<string>();
  /** Nodes that say that they are ready, and have the taint that new nodes get. */
  readonly #joining = new Set<string>();
  #isLooking = false;
  readonly #signal: AbortSignal;
  readonly #evict: (nodes: ReadonlySet<string>) => void;
  readonly #followers: Follower[];

  constructor(client: TimedClient, signal: AbortSignal, evict: (nodes: ReadonlySet<string>) => void) {
    this.#nodes = new ResourceClient<StoredObject>(client, types.nodes);
    this.#signal = signal;
    this.#evict = evict;
    this.#followers = [
      new Follower(client, { type: types.nodes }, signal, (node) => this.#onNode(node as Node)),
      new Follower(
        client,
        { type: types.leases, namespace: leaseNamespace },
        signal,
        ({ metadata }, isDeleted) => {
          if (isDeleted) this.#renewed.delete(metadata.name);
          else this.#renewed.set(metadata.name, performance.now());
        },
      ),
    ];
  }

  async start(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.synced()));
    const timer = setInterval(() => void this.#look(), interval);
    this.#signal.addEventListener('abort', () => clearInterval(timer));
  }

  get lost(): number {
    return this.#lost.size;
  }

  get relists(): number {
    return this.#followers.reduce((sum, { relists }) => sum + Math.max(0, relists), 0);
  }

  #onNode({ metadata: { name }, spec, status }: Node): void {
    const isReady = status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
    const isNew = spec?.taints?.some(({ key }) => key === notReady);
    if (isReady && isNew) this.#joining.add(name);
    else this.#joining.delete(name);
  }

  /** One at a time: it takes as long as it may ask. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#judge();
    this.#isLooking = false;
  }

  async #judge(): Promise<void> {
    const now = performance.now();
    const changed: Promise<void>[] = [];
    for (const [name, renewed] of this.#renewed) {
      const isLost = now - renewed > patience;
      if (isLost !== this.#lost.has(name)) changed.push(this.#change(name, isLost));
    }
    for (const name of this.#joining) if (!this.#lost.has(name)) changed.push(this.#taint(name, []));
    // What fails is tried again at the next look.
    await Promise.allSettled(changed);
    // Again and again: pods may have been bound meanwhile.
    if (this.#lost.size > 0 && this.#lost.size <= disruption * this.#renewed.size) this.#evict(this.#lost);
  }

  async #change(name: string, isLost: boolean): Promise<void> {
    if (isLost)
      await this.#nodes.patch('', name, { status: nodeStatus(false) }, strategic, { subresource: 'status' });
    await this.#taint(name, isLost ? [unreachable] : []);
    if (isLost) this.#lost.add(name);
    else this.#lost.delete(name);
  }

  async #taint(name: string, taints: readonly object[]): Promise<void> {
    await this.#nodes.patch('', name, { spec: { taints } }, merge);
  }
}
