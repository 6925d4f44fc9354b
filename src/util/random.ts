import { randomInt, randomUUID } from 'node:crypto';

/** Randomness, handed in so that tests can hold it in their hands. */
export interface Random {
  /** A random (version 4) UUID. */
  uuid(): string;
  /** An integer from 0 up to, not including, this bound. */
  below(bound: number): number;
}

export const systemRandom: Random = { uuid: () => randomUUID(), below: (bound) => randomInt(bound) };
