import { randomInt, randomUUID } from 'node:crypto';

/** Passed in, so that tests control it. */
export interface Random {
  /** A random (version 4) UUID. */
  uuid(): string;
  /** An integer in [0, bound). */
  below(bound: number): number;
}

export const systemRandom: Random = { uuid: () => randomUUID(), below: (bound) => randomInt(bound) };

/** Generated names spell no words: vowels are missing, and digits that look like vowels. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** A generated name has at most 63 characters, as a DNS label. */
const maxBaseLength = 63 - suffixLength;

/** The base, cut to 58 characters, and a random suffix: `builder-token-x7kq2` of `builder-token-`. */
export function generatedName(base: string, random: Random): string {
  // One random number serves all letters: each call of the system's source costs microseconds.
  let rest = random.below(letters.length ** suffixLength);
  let name = base.slice(0, maxBaseLength);
  for (let letter = 0; letter < suffixLength; letter++) {
    name += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return name;
}
