import { describe, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { InFlightPlaces, Place, type RequestClass } from './in-flight-places.ts';
import { OverloadError } from './overload.ts';

const user = (name: string, groups: string[] = []) => ({ name, uid: '', groups, extra: {} });
const jane = user('jane');
const joe = user('joe');
const admin = user('admin', ['system:masters']);

function fixture(limit = 4, maxBody = 1_000) {
  const counts: Record<RequestClass, number> = { readOnly: 0, mutating: 0 };
  let dropped = 0;
  const places = new InFlightPlaces({ readOnly: limit, mutating: limit });
  const observer = {
    inFlight: (kind: RequestClass, change: 1 | -1) => void (counts[kind] += change),
    dropped: () => void dropped++,
    inQueue: () => {},
  };
  const bodies = new BodyBudget(maxBody);
  const kind = 'mutating';
  const place = (user = jane) =>
    new Place({ share: places.shareOf(kind, user), bodies, user, kind, observer });
  return { counts, bodies, place, dropped: () => dropped };
}

describe('a place', () => {
  test('is held until the handler is done and has answered, in whatever order', async () => {
    const { counts, place } = fixture();
    const [answeredFirst, doneFirst] = [place(), place()];
    const work = Promise.withResolvers<void>();
    answeredFirst.take();
    const during = answeredFirst.during(work.promise);
    answeredFirst.answered();
    expect(counts.mutating).toBe(1);
    doneFirst.take();
    await doneFirst.during(Promise.resolve());
    expect(counts.mutating).toBe(2);
    doneFirst.answered();
    doneFirst.answered();
    expect(counts.mutating).toBe(1);
    work.resolve();
    await during;
    expect(counts.mutating).toBe(0);
  });

  test('is free when the request ends before its handler begins', () => {
    const { counts, place } = fixture();
    const one = place();
    one.take();
    one.answered();
    expect(counts.mutating).toBe(0);
  });

  test('is free when the handler fails', async () => {
    const { counts, place } = fixture();
    const one = place();
    one.take();
    await expect(one.during(Promise.reject(new Error('no')))).rejects.toThrow('no');
    one.answered();
    expect(counts.mutating).toBe(0);
  });

  test('is given up while a reader is waited for, and taken again even when there is none', async () => {
    const { counts, place } = fixture(2);
    const waiting = place();
    waiting.take();
    const work = Promise.withResolvers<void>();
    const during = waiting.during(work.promise);
    waiting.pause();
    waiting.pause();
    expect(counts.mutating).toBe(0);
    place(user('a')).take();
    place(user('b')).take();
    waiting.resume();
    waiting.resume();
    expect(counts.mutating).toBe(3);
    waiting.answered();
    work.resolve();
    await during;
    expect(counts.mutating).toBe(2);
    waiting.resume();
    expect(counts.mutating).toBe(2);
  });
});

describe('of all places', () => {
  test('a user gets half, others the rest, the privileged as many as they like', () => {
    const { place, dropped } = fixture(4);
    for (let i = 0; i < 2; i++) place(jane).take();
    expect(() => place(jane).take()).toThrow(OverloadError);
    for (let i = 0; i < 2; i++) place(joe).take();
    expect(() => place(user('ann')).checkFree()).toThrow(OverloadError);
    for (let i = 0; i < 10; i++) place(admin).take();
    expect(dropped()).toBe(2);
  });

  test('there is one for a user when there is one only', () => {
    const { place } = fixture(1);
    place().take();
    expect(() => place(joe).take()).toThrow(OverloadError);
  });

  test('none is missing without a limit', () => {
    const { place } = fixture(0);
    for (let i = 0; i < 1_000; i++) place().take();
  });
});

describe('bodies', () => {
  test('of a user take half of the bytes, of all users all of them, and give them back', async () => {
    const { place } = fixture(0, 1_000);
    const first = place(jane);
    first.growBody(500);
    expect(() => place(jane).growBody(1)).toThrow(OverloadError);
    place(joe).growBody(400);
    expect(() => place(user('ann')).growBody(101)).toThrow(OverloadError);
    place(admin).growBody(350);
    expect(() => place(admin).growBody(1)).toThrow(OverloadError);
    const during = first.during(Promise.resolve());
    first.answered();
    await during;
    place(jane).growBody(1);
  });
});
