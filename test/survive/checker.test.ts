import { describe, expect, it } from 'vitest';
import { check } from './checker.ts';
import type { Outcome, SeenEvent, StoredEvent, Verb, Write } from './writes.ts';

const types = { '+': 'ADDED', '~': 'MODIFIED', '-': 'DELETED' } as const;
const verbs = { '+': 'create', '~': 'update', '-': 'delete' } as const;

/** `+a2` creates a at revision 2, `~a3` changes it, `-a4` deletes it. */
function parse(text: string): { sign: keyof typeof types; name: string; revision: number }[] {
  return text.split(' ').map((word) => {
    const [, sign, name, revision] = /^([+~-])([a-z])(\d+)$/.exec(word)!;
    return { sign: sign as keyof typeof types, name: name!, revision: Number(revision) };
  });
}

const history = (text: string): StoredEvent[] =>
  parse(text).map(({ sign, name, revision }) => ({
    type: types[sign],
    name,
    revision,
    id: sign === '-' ? undefined : `${name}${revision}`,
  }));

const seen = (text: string): SeenEvent[] =>
  parse(text).map(({ sign, name, revision }) => ({ type: types[sign], name, revision }));

/** All acknowledged, but for those that have another outcome. */
const writes = (text: string, others: Record<string, Outcome> = {}): Write[] =>
  parse(text).map(({ sign, name, revision }) => ({
    verb: verbs[sign] as Verb,
    name,
    id: `${name}${revision}`,
    begun: 0,
    ended: 1,
    outcome: others[`${sign}${name}${revision}`] ?? {
      kind: 'done',
      revision: sign === '-' ? undefined : revision,
    },
  }));

const unknown: Outcome = { kind: 'unknown', why: 'ECONNRESET' };
const failed: Outcome = { kind: 'failed', why: '409' };

describe('the checker accepts', () => {
  it.each<[string, string, Write[], string]>([
    ['what was acknowledged', '+a2 ~a3 -a4', writes('+a2 ~a3 -a4'), '+a2 ~a3 -a4'],
    ['an unknown write that was carried out', '+a2 ~a3', writes('+a2 ~a3', { '~a3': unknown }), '+a2 ~a3'],
    ['an unknown write that was not', '+a2', writes('+a2 ~a3', { '~a3': unknown }), '+a2'],
    ['a write that was refused', '+a2', writes('+a2 ~a3', { '~a3': failed }), '+a2'],
  ])('%s', (_, stored, made, watched) => {
    expect(check(history(stored), made, [{ watcher: 'w', events: seen(watched) }])).toEqual([]);
  });
});

describe('the checker finds', () => {
  it.each<[string, string, Write[], string, string]>([
    [
      'a lost write',
      '+a2',
      writes('+a2 +b3'),
      '+a2',
      'create of b (b3): acknowledged, and not in the history',
    ],
    [
      'a write at another revision',
      '+a3',
      [{ ...writes('+a3')[0]!, outcome: { kind: 'done', revision: 2 } }],
      '+a3',
      'create of a (a3): acknowledged at 2, and carried out at 3',
    ],
    [
      'a write twice',
      '+a2 -a3 +b4 -a5',
      writes('+a2 -a3 +b4'),
      '+a2 -a3 +b4 -a5',
      'delete of a (a3): carried out more than once, at 3, 5',
    ],
    [
      'a refused write that was carried out',
      '+a2',
      writes('+a2', { '+a2': failed }),
      '+a2',
      'create of a (a2): carried out at 2, though it was answered with 409',
    ],
    ['a write of nobody', '+a2 +b3', writes('+a2'), '+a2 +b3', 'ADDED b at 3: no client wrote it'],
    [
      'a lost event',
      '+a2 ~a3 -a4',
      writes('+a2 ~a3 -a4'),
      '+a2 -a4',
      'w: event 2 is DELETED a at 4, expected MODIFIED a at 3',
    ],
    [
      'a repeated event',
      '+a2 ~a3',
      writes('+a2 ~a3'),
      '+a2 ~a3 ~a3',
      'w: event 3 is MODIFIED a at 3, expected nothing more',
    ],
    [
      'missing last events',
      '+a2 ~a3',
      writes('+a2 ~a3'),
      '+a2',
      'w: event 2 is nothing after 1 of 2, expected MODIFIED a at 3',
    ],
    [
      'another order',
      '+a2 +b3',
      writes('+a2 +b3'),
      '+b3 +a2',
      'w: event 1 is ADDED b at 3, expected ADDED a at 2',
    ],
  ])('%s', (_, stored, made, watched, fault) => {
    expect(check(history(stored), made, [{ watcher: 'w', events: seen(watched) }])).toEqual([fault]);
  });
});
