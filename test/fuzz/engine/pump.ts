import { leastOf, measured } from './measure.ts';
import type { Random } from './random.ts';
import type { Input, Target } from './target.ts';

/** An input with a part that can stand in it any number of times. */
export interface Pumped {
  before: Input;
  part: Input;
  after: Input;
}

const join = (pieces: readonly Input[]): Input =>
  typeof pieces[0] === 'string' ? pieces.join('') : Buffer.concat(pieces as Buffer[]);

export const pumpedTo = ({ before, part, after }: Pumped, bytes: number): Input => {
  const times = Math.max(1, Math.ceil(bytes / part.length));
  const middle = typeof part === 'string' ? part.repeat(times) : Buffer.concat(Array(times).fill(part));
  return join([before, middle, after]);
};

/** A piece of the input, or of a word, that is to be repeated where it stands. */
export function pumpOf(input: Input, target: Target, random: Random): Pumped {
  const start = random.below(input.length + 1);
  const end = Math.min(input.length, start + 1 + random.below(random.chance(0.7) ? 6 : 40));
  const cut = (from: number, to: number): Input =>
    typeof input === 'string' ? input.slice(from, to) : input.subarray(from, to);
  const word = (): string =>
    Array.from({ length: 1 + random.below(3) }, () => random.pick(target.dictionary)).join('');
  const isWord = typeof input === 'string' && target.dictionary.length > 0 && random.chance(0.4);
  const part = isWord ? word() : cut(start, end);
  const filled = part.length > 0 ? part : typeof input === 'string' ? 'a' : Buffer.of(0);
  // Half of the pumps end with what fits nowhere, for patterns that go back when they fail.
  const end2 = random.chance(0.5)
    ? cut(isWord ? start : end, input.length)
    : typeof input === 'string'
      ? '\x01'
      : Buffer.of(1);
  return { before: cut(0, start), part: filled, after: end2 };
}

/** Time that is worth comparing, in milliseconds. */
const least = 12;
/** A linear reader doubles, a quadratic one takes four times as long. */
const maxGrowth = 3.1;

/**
 * Why a repeated part costs more than its length says: undefined when it does not. Goes up to `maxBytes` by doubling,
 * and stops as soon as times grow faster than lengths, twice, or the time is out of proportion.
 */
export async function growthFault(
  target: Target,
  pumped: Pumped,
  maxBytes: number,
): Promise<string | undefined> {
  const run = (bytes: number) => (): unknown => target.run(pumpedTo(pumped, bytes) as never);
  let before = 0;
  let steep = 0;
  for (let bytes = 1_024; bytes <= maxBytes; bytes *= 2) {
    const once = (await measured(run(bytes))).milliseconds;
    const bound = (target.maxMilliseconds ?? 50) * 2 + (bytes / 1024) * 1;
    const isSuspect = once > bound || (before > least && once > before * maxGrowth);
    const time = isSuspect ? await leastOf(3, run(bytes)) : once;
    if (time > bound) return `${time.toFixed(0)} ms for ${bytes} bytes`;
    steep = before > least && time > before * maxGrowth ? steep + 1 : 0;
    if (steep === 2)
      return `times grow faster than lengths: ${before.toFixed(0)}, ${time.toFixed(0)} ms at ${bytes} bytes`;
    before = time;
  }
  return undefined;
}
