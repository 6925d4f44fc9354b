import { describe, expect, test } from 'vitest';
import { UnsentAnswers } from './unsent-answers.ts';

function fixture() {
  const clock = { now: 0 };
  const cut: string[] = [];
  const limits = { maxBytes: 100, patience: 10, hardMaxBytes: 200 };
  const unsent = new UnsentAnswers<{ name: string }>(
    ({ name }) => cut.push(name),
    limits,
    () => clock.now,
  );
  return { clock, cut, unsent };
}

const answers = (...names: string[]) => names.map((name) => ({ name }));

describe('answers that are not taken', () => {
  test('stay as long as there is room', () => {
    const { clock, cut, unsent } = fixture();
    for (const answer of answers('a', 'b')) unsent.add(answer, 50);
    clock.now = 1_000;
    unsent.add({ name: 'c' }, 0);
    expect(cut).toEqual([]);
  });

  test('end when there is none, those first of which nothing was taken for longest', () => {
    const { clock, cut, unsent } = fixture();
    const [a, b, c, d] = answers('a', 'b', 'c', 'd');
    unsent.add(a!, 40);
    unsent.add(b!, 30);
    unsent.add(c!, 30);
    clock.now = 5;
    unsent.taken(a!, 5);
    clock.now = 11;
    unsent.add(d!, 30);
    expect(cut).toEqual(['b']);
    expect(unsent.total).toBe(95);
  });

  test('stay for a moment when much comes at once, but not beyond all bounds', () => {
    const { cut, unsent } = fixture();
    for (const answer of answers('a', 'b', 'c')) unsent.add(answer, 60);
    expect(cut).toEqual([]);
    unsent.add({ name: 'd' }, 60);
    expect(cut).toEqual(['a']);
  });

  test('a single one that is larger than all the room is not ended by itself', () => {
    const { cut, unsent } = fixture();
    unsent.add({ name: 'a' }, 500);
    expect(cut).toEqual([]);
  });

  test('that were taken or are gone take no room', () => {
    const { unsent } = fixture();
    const [a, b] = answers('a', 'b');
    unsent.add(a!, 60);
    unsent.add(b!, 60);
    unsent.taken(a!, 60);
    unsent.forget(b!);
    unsent.forget(b!);
    unsent.taken(b!, 60);
    expect(unsent.total).toBe(0);
  });
});
