import { setTimeout as sleep } from 'node:timers/promises';
import type { StartOptions } from '../support/deploy/control-plane.ts';
import type { Scene } from './scene.ts';

export const nodes = [1, 2, 3] as const;

/** Milliseconds in which the default Service has to name those that are there. */
export const inTime = 15_000;

export interface Phase {
  name: string;
  /** Requests under way may be without an answer: something ended without notice. */
  isHard: boolean;
  /** Why it cannot be on this machine; undefined where it can. */
  obstacle?: () => string | undefined;
  /** Faults that it found. */
  run(scene: Scene, say: (text: string) => void): Promise<string[]>;
}

export interface Restart extends StartOptions {
  scene: Scene;
  say(text: string): void;
  node: number;
}

/** As often as haproxy asks, until it has sent clients to a server that came up. */
export const balancerFindsOut = 5_000;

/** Ends a server as an operator does, and starts it again, once as it is said. */
export async function restartServer({ scene, say, node, ...options }: Restart): Promise<string[]> {
  const code = await scene.plane.process(node, 'kube-apiserver').stop('SIGTERM');
  scene.plane.startOne(node, 'kube-apiserver', options);
  await scene.plane.serverIsReady(node);
  const faults = await named({ scene, say });
  await sleep(balancerFindsOut);
  return code === 0 ? faults : [`server ${node} ended with ${code}`, ...faults];
}

export interface Naming {
  scene: Scene;
  say(text: string): void;
  /** Which are not there. */
  gone?: number;
  /** Of performance.now(). */
  since?: number;
}

/** Waits until the default Service is as it should be; asks a node that is there. */
export async function named({ scene, say, gone, since = performance.now() }: Naming): Promise<string[]> {
  const expected = nodes
    .filter((node) => node !== gone)
    .map((node) => `192.0.2.1${node}`)
    .join();
  const asked = nodes.find((node) => node !== gone)!;
  let last: string | undefined;
  while (performance.now() - since < inTime + 10_000) {
    last = (await scene.published(asked)) ?? last;
    if (last === expected) {
      const took = performance.now() - since;
      say(`the default Service names ${expected} after ${(took / 1000).toFixed(1)} s`);
      return took <= inTime
        ? []
        : [`the default Service named ${expected} only after ${Math.round(took)} ms`];
    }
    await sleep(100);
  }
  return [`the default Service names ${last}, expected ${expected}`];
}
