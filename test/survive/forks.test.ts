import { describe, expect, it } from 'vitest';
import { checkForked, type Following, type ForkedRun } from './forks.ts';
import type { Read } from './reads.ts';
import type { StoredEvent, Write } from './writes.ts';

const types = { '+': 'ADDED', '~': 'MODIFIED', '-': 'DELETED' } as const;
const verbs = { '+': 'create', '~': 'update', '-': 'delete' } as const;

function parse(text: string): StoredEvent[] {
  return text.split(' ').map((word) => {
    const [, sign, name, revision] = /^([+~-])([a-z])(\d+)$/.exec(word)!;
    const type = types[sign as keyof typeof types];
    return { type, name: name!, revision: Number(revision), id: type === 'DELETED' ? undefined : word };
  });
}

/** At the time of its revision, if no other is given. */
const write = (word: string, time?: number): Write => {
  const [{ name, revision }] = parse(word) as [StoredEvent];
  const at = time ?? revision;
  const verb = verbs[word[0] as keyof typeof verbs];
  return { verb, name, id: word, begun: at, ended: at + 0.5, outcome: { kind: 'done', revision } };
};

/** The words of a watcher; `=a2b3@4` is a list at revision 4. */
const follows = (text: string): Following => ({
  watcher: 'w',
  seen: text.split(' ').map((word) => {
    if (!word.startsWith('=')) return parse(word)[0]!;
    const [all, revision] = word.slice(1).split('@') as [string, string];
    const objects = new Map(all.matchAll(/([a-z])(\d+)/g).map(([, name, at]) => [name!, Number(at)]));
    return { revision: Number(revision), objects };
  }),
});

const get = (name: string, revision: number | undefined, at: number): Read => ({
  reader: 'r',
  name,
  begun: at,
  ended: at + 0.1,
  objects: new Map(revision === undefined ? [] : [[name, revision]]),
});

/** a is there when the copy is made; b and a's change are lost at 10; then c is written. */
const run = (more: Partial<ForkedRun>): ForkedRun => ({
  lost: parse('+a2 +b3 ~a4'),
  present: parse('+a2 +c3'),
  gap: { from: 10, to: 20 },
  writes: [write('+a2'), write('+b3'), write('~a4'), write('+c3', 21)],
  reads: [],
  following: [],
  ...more,
});

describe('a store that is set back', () => {
  it.each<[string, Partial<ForkedRun>]>([
    ['writes that are lost', {}],
    ['reads of the lost history before', { reads: [get('b', 3, 5), get('a', 4, 6)] }],
    ['reads of the present history after', { reads: [get('b', undefined, 21), get('a', 2, 22)] }],
    ['a watcher that lists again', { following: [follows('+a2 +b3 ~a4 =a2@2 +c3')] }],
    ['a watcher that lists again late', { following: [follows('+a2 +b3 =a2c3@3')] }],
    ['a watcher that had seen nothing of what is lost', { following: [follows('+a2 +c3')] }],
  ])('may have %s', (_, more) => {
    expect(checkForked(run(more))).toEqual([]);
  });

  it.each<[string, Partial<ForkedRun>, string]>([
    [
      'an old state after',
      { reads: [get('a', 4, 22)] },
      'the present history: r: a was seen at 4, which is older than what was known before (3), or was never there',
    ],
    [
      'a mixture in a watch',
      { following: [follows('+a2 +b3 +c3')] },
      'w: 3 is ADDED c at 3, which follows in neither history',
    ],
    [
      'a mixture in a list',
      { following: [follows('+a2 +b3 =a2b3c3@3 +c3')] },
      'w: 3 is a list of 3 at 3, which follows in neither history',
    ],
    [
      'a watcher that is not told',
      { following: [follows('+a2 +b3 ~a4')] },
      'w: follows the lost history, and was not told',
    ],
    ['a watcher that stays behind', { following: [follows('+a2 =a2@2')] }, 'w: has seen 1 of 2'],
    [
      'a write that is acknowledged by neither',
      { writes: [...run({}).writes, write('+d9', 15)] },
      'create of d (+d9): acknowledged, and in neither history',
    ],
    [
      'a lost write after',
      { writes: [...run({}).writes, write('+d9', 25)] },
      'the present history: create of d (+d9): acknowledged, and not in the history',
    ],
  ])('must not have %s', (_, more, fault) => {
    expect(checkForked(run(more))).toEqual([fault]);
  });
});
