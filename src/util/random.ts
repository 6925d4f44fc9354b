import { randomInt, randomUUID } from 'node:crypto';

/** Passed in, so that tests control it. */
export interface Random {
  /** A random (version 4) UUID. */
  uuid(): string;
  /** An integer in [0, bound). */
  below(bound: number): number;
}

export const systemRandom: Random = { uuid: () => randomUUID(), below: (bound) => randomInt(bound) };
