import { describe, expect, test } from 'vitest';
import { UnsentResponses } from './unsent-responses.ts';

function fixture() {
  const clock = { now: 0 };
  const cut: string[] = [];
  const limits = { maxBytes: 100, readTimeout: 10, hardMaxBytes: 200 };
  const unsent = new UnsentResponses<{ name: string }>(
    ({ name }) => cut.push(name),
    limits,
    () => clock.now,
  );
  return { clock, cut, unsent };
}

const responses = (...names: string[]) => names.map((name) => ({ name }));

describe('responses that their clients do not read', () => {
  test('stay open below the limit of bytes', () => {
    const { clock, cut, unsent } = fixture();
    for (const response of responses('a', 'b')) unsent.add(response, 50);
    clock.now = 1_000;
    unsent.add({ name: 'c' }, 0);
    expect(cut).toEqual([]);
  });

  test('end beyond the limit, the one first that was not read for the longest time', () => {
    const { clock, cut, unsent } = fixture();
    const [a, b, c, d] = responses('a', 'b', 'c', 'd');
    unsent.add(a!, 40);
    unsent.add(b!, 30);
    unsent.add(c!, 30);
    clock.now = 5;
    unsent.sent(a!, 5);
    clock.now = 11;
    unsent.add(d!, 30);
    expect(cut).toEqual(['b']);
    expect(unsent.total).toBe(95);
  });

  test('stay open for the timeout beyond the limit, but not beyond the hard limit', () => {
    const { cut, unsent } = fixture();
    for (const response of responses('a', 'b', 'c')) unsent.add(response, 60);
    expect(cut).toEqual([]);
    unsent.add({ name: 'd' }, 60);
    expect(cut).toEqual(['a']);
  });

  test('a single response larger than the limits does not end itself', () => {
    const { cut, unsent } = fixture();
    unsent.add({ name: 'a' }, 500);
    expect(cut).toEqual([]);
  });

  test('bytes that were sent, and those of closed responses, no longer count', () => {
    const { unsent } = fixture();
    const [a, b] = responses('a', 'b');
    unsent.add(a!, 60);
    unsent.add(b!, 60);
    unsent.sent(a!, 60);
    unsent.forget(b!);
    unsent.forget(b!);
    unsent.sent(b!, 60);
    expect(unsent.total).toBe(0);
  });
});
