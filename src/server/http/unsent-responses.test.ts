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
  const of = (...names: string[]) => names.map((name) => unsent.of({ name }));
  return { clock, cut, unsent, of };
}

describe('responses that their clients do not read', () => {
  test('stay open below the limit of bytes', () => {
    const { clock, cut, of } = fixture();
    for (const response of of('a', 'b')) response.add(50);
    clock.now = 1_000;
    of('c')[0]!.add(0);
    expect(cut).toEqual([]);
  });

  test('end beyond the limit, the one first that was not read for the longest time', () => {
    const { clock, cut, unsent, of } = fixture();
    const [a, b, c, d] = of('a', 'b', 'c', 'd');
    a!.add(40);
    b!.add(30);
    c!.add(30);
    clock.now = 5;
    a!.sent(5);
    clock.now = 11;
    d!.add(30);
    expect(cut).toEqual(['b']);
    expect(unsent.total).toBe(95);
  });

  test('stay open for the timeout beyond the limit, but not beyond the hard limit', () => {
    const { cut, of } = fixture();
    for (const response of of('a', 'b', 'c')) response.add(60);
    expect(cut).toEqual([]);
    of('d')[0]!.add(60);
    expect(cut).toEqual(['a']);
  });

  test('a single response larger than the limits does not end itself', () => {
    const { cut, of } = fixture();
    of('a')[0]!.add(500);
    expect(cut).toEqual([]);
  });

  test('bytes that were sent, and those of closed responses, no longer count', () => {
    const { unsent, of } = fixture();
    const [a, b] = of('a', 'b');
    a!.add(60);
    b!.add(60);
    a!.sent(60);
    b!.forget();
    b!.forget();
    b!.sent(60);
    expect(unsent.total).toBe(0);
  });
});
