import { mutateTree } from './mutate-tree.ts';
import type { Random } from './random.ts';

/** What readers of text stumble over. */
const nasty: readonly string[] = [
  '\0',
  '\ufeff',
  '\r\n',
  '\n',
  '\t',
  '\u2028',
  '\ud800',
  '\udc00',
  '\ud83d\ude00',
  'ä',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '123456789012345678901234567890',
  '9223372036854775808',
  '18446744073709551616',
  '-9223372036854775809',
  '9007199254740993',
  '1e999',
  '-0',
  '0x10',
  '1e5',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '\\u0000',
  '\\ud800',
  '%00',
  '%ff',
  '%2f',
  '../',
  '*',
  '&a',
  '*a',
  '<<:',
  '!!binary ',
  '!!set ',
  '? ',
  '- ',
  ': ',
];

type Mutation = (text: string, random: Random, others: readonly string[], words: readonly string[]) => string;

const cut = (text: string, random: Random): [start: number, end: number] => {
  const start = random.below(text.length + 1);
  const max = random.chance(0.7) ? 12 : text.length;
  return [start, Math.min(text.length, start + random.below(max + 1))];
};

const insert = (text: string, at: number, part: string): string => text.slice(0, at) + part + text.slice(at);

/** The longest text that mutating makes. */
const maxText = 16 * 1024;

/** Texts that nest, from the outside in. */
const nests: readonly [open: string, close: string][] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['(', ')'],
  ['"', '"'],
  ['- ', ''],
  ['a: ', ''],
];

const mutations: readonly Mutation[] = [
  // Leaves out a piece.
  (text, random) => {
    const [start, end] = cut(text, random);
    return text.slice(0, start) + text.slice(end);
  },
  // Repeats a piece.
  (text, random) => {
    const [start, end] = cut(text, random);
    const times = random.pick([1, 2, 3, 8, 64]);
    return insert(text, end, text.slice(start, end).repeat(Math.min(times, maxText / (end - start + 1))));
  },
  (text, random) => insert(text, random.below(text.length + 1), random.pick(nasty)),
  (text, random, _, words) =>
    insert(text, random.below(text.length + 1), words.length === 0 ? '' : random.pick(words)),
  // Replaces a piece by a word.
  (text, random, _, words) => {
    const [start, end] = cut(text, random);
    return text.slice(0, start) + random.pick(words.length === 0 ? nasty : words) + text.slice(end);
  },
  // The beginning of one and the end of another.
  (text, random, others) => {
    const other = random.pick(others);
    return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
  },
  // A piece of another one.
  (text, random, others) => {
    const other = random.pick(others);
    const [start, end] = cut(other, random);
    return insert(text, random.below(text.length + 1), other.slice(start, end));
  },
  // Another character.
  (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
  },
  // Another number.
  (text, random) =>
    text.replace(/\d+/g, (digits) =>
      random.chance(0.3)
        ? random.pick(['0', '-1', '65536', '2147483648', digits.repeat(9), `${digits}.5`])
        : digits,
    ),
  (text, random) => {
    const [open, close] = random.pick(nests);
    const depth = random.pick([1, 2, 16, 300, 2000]);
    const [start, end] = cut(text, random);
    return (
      text.slice(0, start) +
      open.repeat(depth) +
      text.slice(start, end) +
      close.repeat(depth) +
      text.slice(end)
    );
  },
  (text, random) => (random.chance(0.5) ? text.toUpperCase() : text.toLowerCase()),
];

/** A neighbour of a text: a few changes, or, where it is JSON, now and then another value. */
export function mutateText(
  text: string,
  random: Random,
  others: readonly string[],
  words: readonly string[],
): string {
  const tree = random.chance(0.5) ? mutateTree(text, random, others, words) : undefined;
  if (tree !== undefined) return tree.slice(0, maxText * 4);
  let result = text;
  for (let count = 1 + random.below(4); count > 0; count--)
    result = random.pick(mutations)(result, random, others, words).slice(0, maxText);
  return result;
}
