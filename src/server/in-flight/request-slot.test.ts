import { describe, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { InFlightSeats, type RequestClass } from './in-flight-seats.ts';
import { OverloadError } from './overload.ts';
import { RequestSlot } from './request-slot.ts';

const user = (name: string, groups: string[] = []) => ({ name, uid: '', groups, extra: {} });
const jane = user('jane');
const joe = user('joe');
const admin = user('admin', ['system:masters']);

function fixture(limit = 4, maxBody = 1_000) {
  const counts: Record<RequestClass, number> = { readOnly: 0, mutating: 0 };
  let dropped = 0;
  const inFlight = new InFlightSeats({ readOnly: limit, mutating: limit });
  const observer = {
    inFlight: (kind: RequestClass, change: 1 | -1) => void (counts[kind] += change),
    dropped: () => void dropped++,
    inQueue: () => {},
  };
  const bodies = new BodyBudget(maxBody);
  const kind = 'mutating';
  const slot = (user = jane) =>
    new RequestSlot({ seats: inFlight.seatsFor(kind, user), bodies, user, kind, observer });
  return { counts, bodies, slot, dropped: () => dropped };
}

describe('a slot', () => {
  test('is held until the handler is done and has answered, in whatever order', async () => {
    const { counts, slot } = fixture();
    const [answeredFirst, doneFirst] = [slot(), slot()];
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
    const { counts, slot } = fixture();
    const one = slot();
    one.take();
    one.answered();
    expect(counts.mutating).toBe(0);
  });

  test('is free when the handler fails', async () => {
    const { counts, slot } = fixture();
    const one = slot();
    one.take();
    await expect(one.during(Promise.reject(new Error('no')))).rejects.toThrow('no');
    one.answered();
    expect(counts.mutating).toBe(0);
  });

  test('is given up while a reader is waited for, and taken again even when there is none', async () => {
    const { counts, slot } = fixture(2);
    const waiting = slot();
    waiting.take();
    const work = Promise.withResolvers<void>();
    const during = waiting.during(work.promise);
    waiting.pause();
    waiting.pause();
    expect(counts.mutating).toBe(0);
    slot(user('a')).take();
    slot(user('b')).take();
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

describe('of all seats', () => {
  test('a user gets half, others the rest, the privileged as many as they like', () => {
    const { slot, dropped } = fixture(4);
    for (let i = 0; i < 2; i++) slot(jane).take();
    expect(() => slot(jane).take()).toThrow(OverloadError);
    for (let i = 0; i < 2; i++) slot(joe).take();
    expect(() => slot(user('ann')).checkFree()).toThrow(OverloadError);
    for (let i = 0; i < 10; i++) slot(admin).take();
    expect(dropped()).toBe(2);
  });

  test('there is a seat for a user when there is one only', () => {
    const { slot } = fixture(1);
    slot().take();
    expect(() => slot(joe).take()).toThrow(OverloadError);
  });

  test('none is missing without a limit', () => {
    const { slot } = fixture(0);
    for (let i = 0; i < 1_000; i++) slot().take();
  });
});

describe('bodies', () => {
  test('of a user take half of the bytes, of all users all of them, and give them back', async () => {
    const { slot } = fixture(0, 1_000);
    const first = slot(jane);
    first.growBody(500);
    expect(() => slot(jane).growBody(1)).toThrow(OverloadError);
    slot(joe).growBody(400);
    expect(() => slot(user('ann')).growBody(101)).toThrow(OverloadError);
    slot(admin).growBody(350);
    expect(() => slot(admin).growBody(1)).toThrow(OverloadError);
    const during = first.during(Promise.resolve());
    first.answered();
    await during;
    slot(jane).growBody(1);
  });
});
