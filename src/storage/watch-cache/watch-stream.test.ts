import { beforeEach, describe, expect, it } from 'vitest';
import type { EventEncoder } from './event.ts';
import { Selection } from './selection.ts';
import { type Past, type PastBatch, WatchStream } from './watch-stream.ts';

const encoder: EventEncoder = {
  id: 'text',
  frame: () => Buffer.alloc(0),
  bookmark: (revision) => Buffer.from(`bookmark ${revision}`),
};

/** A connection that takes bytes until its buffer is full. */
class Sink {
  sent: string[] = [];
  isFull = false;
  backlog = 0;
  onDrain: (() => void) | undefined;

  write(bytes: Buffer): boolean {
    this.sent.push(bytes.toString());
    if (this.isFull) this.backlog += bytes.length;
    return !this.isFull;
  }

  drain(): void {
    this.isFull = false;
    this.backlog = 0;
    this.onDrain?.();
  }

  end = () => void this.sent.push('end');
  cut = () => void this.sent.push('cut');
}

const batch = (after: number, revision: number, text: string) => ({
  after,
  revision,
  bytes: Buffer.from(text),
  events: 1,
});

let sink: Sink;
let stream: WatchStream;
/** The answers of the history, one after the other. */
let answers: (PastBatch | 'gone' | 'later')[];
let caughtUp: number;
/** Steps that wait for their turn. */
let steps: (() => void)[];
let past: Past;

beforeEach(() => {
  sink = new Sink();
  const options = {
    selection: new Selection(''),
    encoder,
    sink,
    bookmarks: true,
    deadline: 100_000,
    onUnreadable: () => expect.unreachable(),
  };
  stream = new WatchStream(options, 0);
  answers = [];
  caughtUp = 0;
  steps = [];
  past = {
    next: ({ revision }) =>
      answers.shift() ?? { after: revision, revision, bytes: Buffer.alloc(0), events: 0, isLast: true },
    caughtUp: () => void caughtUp++,
    later: (task) => void steps.push(task),
  };
});

const work = (): void => {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) step();
};

const live = (): void => {
  stream.resume(1, past);
  work();
};

describe('a stream that begins with the state', () => {
  it('writes it piece by piece, each in its turn, then what came meanwhile, then is live', () => {
    answers = [{ ...batch(1, 2, 'two'), isLast: true }];
    stream.begin([Buffer.from('a'), Buffer.from('b')], 1, past);
    expect([sink.sent, steps.length]).toEqual([[], 1]);
    steps.shift()!();
    expect(sink.sent).toEqual(['a']);
    work();
    expect(sink.sent).toEqual(['a', 'b', 'two']);
    expect([stream.revision, caughtUp]).toEqual([2, 1]);
  });

  it('waits with the next piece until its client has read', () => {
    sink.isFull = true;
    stream.begin([Buffer.from('a'), Buffer.from('b')], 1, past);
    work();
    expect(sink.sent).toEqual(['a']);
    sink.drain();
    work();
    expect(sink.sent).toEqual(['a', 'b']);
  });

  it('is cut when it ends in the middle: a clean end would look like a whole watch', () => {
    stream.begin([Buffer.from('a'), Buffer.from('b')], 1, past);
    stream.end();
    expect(sink.sent).toEqual(['cut']);
  });

  it('is cut when an object cannot be put into its form', () => {
    const broken = (function* (): Generator<Buffer> {
      yield Buffer.from('a');
      throw new Error('no such form');
    })();
    stream.begin(broken, 1, past);
    work();
    expect([sink.sent, stream.closed]).toEqual([['a', 'cut'], true]);
  });
});

describe('a live stream', () => {
  beforeEach(live);

  it('takes events in order, and none twice', () => {
    expect(stream.deliver(batch(1, 2, 'two'))).toBe(true);
    expect(stream.deliver(batch(1, 2, 'two'))).toBe(false);
    expect(stream.deliver(batch(2, 3, 'three'))).toBe(true);
    expect(sink.sent).toEqual(['two', 'three']);
  });

  it('that is slow for a moment is handed what comes all the same', () => {
    sink.isFull = true;
    stream.deliver(batch(1, 2, 'two'));
    expect(stream.deliver(batch(2, 3, 'three'))).toBe(true);
  });

  it('falls behind with too much unread, and gets the rest from the past when it has read', () => {
    sink.isFull = true;
    stream.deliver(batch(1, 2, 'x'.repeat(600_000)));
    expect(stream.deliver(batch(2, 3, 'three'))).toBe(false);
    expect(stream.deliver(batch(3, 4, 'four'))).toBe(false);
    answers = [{ ...batch(2, 4, 'three and four'), isLast: true }];
    sink.drain();
    work();
    expect(sink.sent.slice(1)).toEqual(['three and four']);
    expect(stream.deliver(batch(4, 5, 'five'))).toBe(true);
  });

  it('falls behind with anything unread when others hold much', () => {
    sink.isFull = true;
    stream.deliver(batch(1, 2, 'two'));
    stream.isCrowded = true;
    expect(stream.deliver(batch(2, 3, 'three'))).toBe(false);
  });

  it('ends cleanly when the past does not reach back to it any more', () => {
    stream.leaveBehind(1);
    answers = ['gone'];
    work();
    expect([sink.sent, stream.closed]).toEqual([['end'], true]);
  });

  it('waits for a past that does not know yet, until it is woken', () => {
    stream.leaveBehind(1);
    answers = ['later', { ...batch(1, 2, 'two'), isLast: true }];
    work();
    sink.drain();
    work();
    expect(sink.sent).toEqual([]);
    stream.wake();
    work();
    expect(sink.sent).toEqual(['two']);
  });

  it('hears nothing more after its end, which is told once', () => {
    let ends = 0;
    stream.onClosed = () => void ends++;
    stream.end();
    stream.end();
    stream.cut();
    expect([sink.sent, ends, stream.deliver(batch(1, 2, 'two'))]).toEqual([['end'], 1, false]);
  });
});

describe('bookmarks', () => {
  beforeEach(live);

  it.each<[string, number, string[]]>([
    ['none within a minute', 59_999, []],
    ['one each minute', 60_000, ['bookmark 7']],
    ['one before the end, whenever the last one was', 98_000, ['bookmark 7']],
  ])('%s', (_, now, expected) => {
    stream.bookmark(now, 7);
    expect(sink.sent).toEqual(expected);
  });

  it('none while the stream is behind or its client does not read', () => {
    sink.isFull = true;
    stream.deliver(batch(1, 2, 'two'));
    stream.bookmark(60_000, 2);
    expect(sink.sent).toEqual(['two']);
    stream.leaveBehind(2);
    stream.bookmark(60_000, 2);
    expect(sink.sent).toEqual(['two']);
  });
});

it('a watch whose time is over ends', () => {
  live();
  stream.tick(99_999);
  expect(stream.closed).toBe(false);
  stream.tick(100_000);
  expect(sink.sent).toEqual(['end']);
});
