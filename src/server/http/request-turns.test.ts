import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RequestTurns } from './request-turns.ts';

function source(name: string) {
  const heard: string[] = [];
  return {
    name,
    heard,
    turn: -1,
    begunInTurn: 0,
    pauseReading: () => void heard.push('pause'),
    resumeReading: () => void heard.push('resume'),
  };
}

/** A clock that goes on by so many milliseconds with each request. */
function fixture(cost = 0) {
  let now = 0;
  const begun: string[] = [];
  const turns = new RequestTurns(() => now);
  const begin = (from: ReturnType<typeof source>, count: number) => {
    for (let i = 0; i < count; i++) {
      turns.begin(from, () => {
        begun.push(from.name);
        now += cost;
      });
    }
  };
  return { begin, begun };
}

describe('requests', () => {
  test('begin at once as long as they are not very many', () => {
    const { begin, begun } = fixture();
    for (const name of ['a', 'b', 'c', 'd']) begin(source(name), 8);
    expect(begun).toHaveLength(32);
  });

  test('beyond those begin in later turns, all of them', async () => {
    const { begin, begun } = fixture();
    begin(source('a'), 200);
    expect(begun).toHaveLength(8);
    for (let turn = 0; turn < 20; turn++) await immediate();
    expect(begun).toHaveLength(200);
  });

  test('of a connection with one come before the hundredth of another', async () => {
    const { begin, begun } = fixture();
    begin(source('many'), 200);
    begin(source('one'), 1);
    for (let turn = 0; turn < 20; turn++) await immediate();
    expect(begun).toHaveLength(201);
    expect(begun.indexOf('one')).toBeLessThan(40);
  });

  test('that cost much begin few at a time, and never fewer', async () => {
    const { begin, begun } = fixture(20);
    begin(source('a'), 100);
    for (let turn = 0; turn < 4; turn++) await immediate();
    const before = begun.length;
    await immediate();
    await immediate();
    expect(begun.length - before).toBe(16);
  });

  test('that wait keep their connection from being read', async () => {
    const { begin } = fixture();
    const from = source('a');
    begin(from, 8 + 3);
    expect(from.heard).toEqual([]);
    begin(from, 1);
    expect(from.heard).toEqual(['pause']);
    for (let turn = 0; turn < 4; turn++) await immediate();
    expect(from.heard).toEqual(['pause', 'resume']);
  });
});
