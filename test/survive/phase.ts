import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from './scene.ts';

export const nodes = [1, 2, 3] as const;

/** Milliseconds in which the default Service has to name those that are there. */
export const inTime = 15_000;

export interface Phase {
  name: string;
  /** Requests under way may be without an answer: something ended without notice. */
  isHard: boolean;
  /** Faults that it found. */
  run(scene: Scene, say: (text: string) => void): Promise<string[]>;
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
