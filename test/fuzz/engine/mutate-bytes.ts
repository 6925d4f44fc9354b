import type { Random } from './random.ts';

/** Varints and lengths where readers of binary forms stumble. */
const nasty: readonly Buffer[] = [
  Buffer.from('ffffffffffffffffff01', 'hex'),
  Buffer.from('ffffffff0f', 'hex'),
  Buffer.from('80808080808080808080', 'hex'),
  Buffer.from('ffffffffffffffffffff01', 'hex'),
  Buffer.from('0a00', 'hex'),
  Buffer.from('0b', 'hex'),
  Buffer.from('0c', 'hex'),
  Buffer.from('000000000000f07f', 'hex'),
  Buffer.from('3082ffff', 'hex'),
  Buffer.from('3080', 'hex'),
  Buffer.from('edbfbf', 'hex'),
  Buffer.alloc(8),
];

const maxLength = 16 * 1024;

type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

function cut(bytes: Buffer, random: Random): [start: number, end: number] {
  const start = random.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + random.below(random.chance(0.7) ? 12 : bytes.length + 1))];
}

const insert = (bytes: Buffer, at: number, part: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);

const mutations: readonly Mutation[] = [
  (bytes, random) => {
    const [start, end] = cut(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, random) => {
    const [start, end] = cut(bytes, random);
    const times = random.pick([1, 2, 8, 64]);
    return insert(bytes, end, Buffer.concat(Array.from({ length: times }, () => bytes.subarray(start, end))));
  },
  (bytes, random) => insert(bytes, random.below(bytes.length + 1), random.pick(nasty)),
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[random.below(changed.length)] = random.below(256);
    return changed;
  },
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    const at = random.below(changed.length);
    if (changed.length > 0) changed[at] = changed[at]! ^ (1 << random.below(8));
    return changed;
  },
  (bytes, random, others) => {
    const other = random.pick(others);
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]);
  },
  (bytes, random, others) => {
    const other = random.pick(others);
    const [start, end] = cut(other, random);
    return insert(bytes, random.below(bytes.length + 1), other.subarray(start, end));
  },
  // A message within a message, and again.
  (bytes, random) => {
    let nested = bytes;
    for (let depth = random.pick([1, 4, 60, 200]); depth > 0; depth--) {
      const head = [random.pick([0x0a, 0x12, 0x1a, 0x22, 0x30])];
      let length = nested.length;
      for (; length > 0x7f; length >>>= 7) head.push((length & 0x7f) | 0x80);
      nested = Buffer.concat([Buffer.from([...head, length]), nested]);
    }
    return nested;
  },
];

export function mutateBytes(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let result = bytes;
  for (let count = 1 + random.below(4); count > 0; count--)
    result = random.pick(mutations)(result, random, others).subarray(0, maxLength);
  return Buffer.from(result);
}
