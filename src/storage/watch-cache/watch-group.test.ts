import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnQueue } from '../../util/pacer.ts';
import type { EventEncoder } from './event.ts';
import type { Selection } from './selection.ts';
import { WatchGroup } from './watch-group.ts';
import { type Past, WatchStream } from './watch-stream.ts';

/** A watch that has everything up to revision 1, and whose writes take some time. */
function slowStream(writes: string[], milliseconds: number): WatchStream {
  const sink = {
    backlog: 0,
    onDrain: undefined,
    write(bytes: Buffer): boolean {
      writes.push(bytes.toString());
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      return true;
    },
    end: () => {},
    cut: () => {},
  };
  const stream = new WatchStream(
    {
      selection: {} as Selection,
      encoder: {} as EventEncoder,
      sink,
      bookmarks: false,
      deadline: Number.POSITIVE_INFINITY,
      onUnreadable: () => expect.unreachable(),
    },
    0,
  );
  const past: Past = {
    next: () => ({ after: 1, revision: 1, bytes: Buffer.alloc(0), events: 0, isLast: true }),
    caughtUp: () => {},
    later: (task) => task(),
  };
  stream.resume(1, past);
  return stream;
}

test('events that follow a batch closely go out together, the first one at once', async () => {
  const writes: string[] = [];
  const group = new WatchGroup({} as Selection, {} as EventEncoder, new TurnQueue(), () => {});
  group.join(slowStream(writes, 40));
  group.add(Buffer.from('2 '), 2);
  await nextIteration();
  expect(writes).toEqual(['2 ']);
  for (const revision of [3, 4, 5]) {
    group.add(Buffer.from(`${revision} `), revision);
    await nextIteration();
  }
  while (writes.length < 2) await sleep(5);
  expect(writes).toEqual(['2 ', '3 4 5 ']);
});
