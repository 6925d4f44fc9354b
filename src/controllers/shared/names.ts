import type { Random } from '../../util/random.ts';

/** Without vowels, and what looks like one: no words come about. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** Characters that a generated name has at most before its end. */
const longestBase = 58;

/** A name that is most likely new: `builder-token-x7kq2` of `builder-token-`. */
export function generatedName(base: string, random: Random): string {
  let name = base.slice(0, longestBase);
  for (let letter = 0; letter < suffixLength; letter++) name += letters[random.below(letters.length)];
  return name;
}
