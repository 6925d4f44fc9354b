import type { Socket } from 'node:net';
import { pathOf } from '../../client/api/resource-client.ts';
import { PortForwarding } from '../../client/pod-streams/port-forward.ts';
import type { UpgradeTarget } from '../../client/upgrade/upgrade-target.ts';
import { type Listener, listen } from '../shared/local/listeners.ts';
import { podType } from '../shared/pods/find-pods.ts';

/** A port of a pod that is reachable on this machine. */
export interface Forward {
  id: number;
  namespace: string;
  pod: string;
  remote: number;
  local: number;
  /** The last problem of a connection; "" without one. */
  problem: string;
}

interface OpenForward {
  shown: Forward;
  forwarding: PortForwarding;
  listeners: readonly Listener[];
}

/** The ports of pods that the page has opened. */
export class Forwards implements Disposable {
  readonly #target: UpgradeTarget;
  readonly #open = new Map<number, OpenForward>();
  #lastId = 0;

  constructor(target: UpgradeTarget) {
    this.#target = target;
  }

  list(): Forward[] {
    return [...this.#open.values()].map(({ shown }) => shown);
  }

  /** On a free port of loopback. Rejects when the pod's node refuses, or there is no port. */
  async add({ namespace, pod, remote }: Pick<Forward, 'namespace' | 'pod' | 'remote'>): Promise<Forward> {
    const path = pathOf(podType, namespace, pod, 'portforward');
    const forwarding = await PortForwarding.open(this.#target, path, new AbortController().signal);
    const shown: Forward = { id: ++this.#lastId, namespace, pod, remote, local: 0, problem: '' };
    const accept = (socket: Socket): void => {
      forwarding.forward(socket, remote).catch((error: Error) => {
        socket.destroy();
        shown.problem = error.message;
      });
    };
    const listeners = await listen(['127.0.0.1'], 0, accept).catch((error: Error) => {
      forwarding[Symbol.dispose]();
      throw error;
    });
    shown.local = listeners[0]!.port;
    this.#open.set(shown.id, { shown, forwarding, listeners });
    void forwarding.closed.then(() => this.remove(shown.id));
    return shown;
  }

  remove(id: number): void {
    const { forwarding, listeners } = this.#open.get(id) ?? {};
    this.#open.delete(id);
    for (const listener of listeners ?? []) listener[Symbol.dispose]();
    forwarding?.[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const id of [...this.#open.keys()]) this.remove(id);
  }
}
