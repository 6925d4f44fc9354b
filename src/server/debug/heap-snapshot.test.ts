import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { HeapSnapshots } from './heap-snapshot.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** A response that counts its bytes. */
class FakeResponse extends Writable {
  statusCode = 200;
  readonly headers: Record<string, unknown> = {};
  bytes = 0;
  setHeader(name: string, value: unknown): void {
    this.headers[name] = value;
  }
  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.bytes += chunk.length;
    done();
  }
}

/** In place of the heap of the process that runs the tests, which is large. */
const take = (): Readable => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(32_768)));

function scene({ heap = 1, slot = new OneAtATime() } = {}) {
  let now = 0;
  const looks: number[] = [];
  // Each look at the clock is a second later than the one before.
  const clock = (): number => {
    looks.push(now);
    return (now += 1_000);
  };
  const snapshots = new HeapSnapshots(slot, clock, () => heap, take);
  const ask = async (): Promise<FakeResponse> => {
    const response = new FakeResponse();
    await snapshots.send(response as never);
    return response;
  };
  return { ask, pass: (milliseconds: number) => (now += milliseconds) };
}

it('is sent in pieces, and then not again before the process has run ten times as long as it stood still', async () => {
  const { ask, pass } = scene();
  const first = await ask();
  expect([first.statusCode, first.bytes > 1_000_000]).toEqual([200, true]);
  const second = await ask();
  expect([second.statusCode, second.headers['Retry-After']]).toEqual([503, '9']);
  pass(9_000);
  expect((await ask()).statusCode).toBe(200);
});

it('is not made of a heap that is too large', async () => {
  const { ask } = scene({ heap: 1024 ** 3 + 1 });
  expect((await ask()).statusCode).toBe(503);
});

it('is not made beside a profile', async () => {
  const slot = new OneAtATime();
  const { ask } = scene({ slot });
  const profile = Promise.withResolvers<void>();
  const work = slot.run(() => profile.promise);
  expect((await ask()).statusCode).toBe(503);
  profile.resolve();
  await work;
  expect((await ask()).statusCode).toBe(200);
});

it('of which a client wants no more lets the next one be made', async () => {
  const { ask, pass } = scene();
  const leaving = new FakeResponse();
  leaving._write = () => leaving.destroy();
  const snapshots = new HeapSnapshots(
    new OneAtATime(),
    () => 0,
    () => 1,
    take,
  );
  await snapshots.send(leaving as never);
  const next = new FakeResponse();
  await snapshots.send(next as never);
  expect([next.statusCode, next.bytes > 0]).toEqual([200, true]);
  pass(0);
  expect((await ask()).statusCode).toBe(200);
});
