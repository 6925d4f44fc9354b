import { beforeEach, describe, expect, it } from 'vitest';
import { CorruptObjectError } from './entry.ts';
import type { EventEncoder } from './event.ts';
import { Selection } from './selection.ts';
import { type Past, type PastBatch, type WatchOptions, WatchStream } from './watch-stream.ts';

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
let onExpired: () => void;
/** The answers of the history, one after the other. */
let answers: (PastBatch | 'gone' | 'later')[];
let caughtUp: number;
/** Steps that wait for their turn. */
let steps: (() => void)[];
let past: Past;

const optionsWith = (more: Partial<WatchOptions> = {}): WatchOptions => ({
  selection: new Selection(''),
  encoder,
  sink,
  bookmarks: true,
  deadline: 100_000,
  onExpired: () => onExpired(),
  onUnreadable: (error) => void sink.sent.push(`unreadable ${error.key}`),
  ...more,
});

beforeEach(() => {
  sink = new Sink();
  onExpired = () => expect.unreachable();
  stream = new WatchStream(optionsWith(), 0);
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

  it('ends cleanly when its client has to list anew all the same, and is told so first', () => {
    onExpired = () => sink.sent.push('expired');
    stream.begin([Buffer.from('a'), Buffer.from('b')], 1, past);
    stream.expire();
    stream.expire();
    expect(sink.sent).toEqual(['expired', 'end']);
  });

  it('takes no live events before it has got it all', () => {
    stream.begin([Buffer.from('a')], 1, past);
    expect(stream.deliver(batch(1, 2, 'two'))).toBe(false);
    expect(stream.revision).toBe(1);
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

  it.each([
    ['as much unread as is sensible', 524_288, true],
    ['more unread than is sensible', 524_289, false],
  ])('with %s is handed what comes, or not', (_, bytes, isDelivered) => {
    sink.isFull = true;
    stream.deliver(batch(1, 2, 'x'.repeat(bytes)));
    expect(stream.deliver(batch(2, 3, 'three'))).toBe(isDelivered);
    expect(stream.revision).toBe(isDelivered ? 3 : 2);
  });

  it.each([
    ['nothing waits, and others hold much', true, 0, false],
    ['a byte waits, and others hold much', true, 1, true],
    ['much waits, and others hold little', false, 1e6, false],
  ])('is full or not where %s', (_, isCrowded, backlog, expected) => {
    stream.isCrowded = isCrowded;
    sink.backlog = backlog;
    expect(stream.isFull).toBe(expected);
    expect(stream.backlog).toBe(backlog);
  });

  it('that was left behind never goes back, and hears of the past once', () => {
    stream.deliver(batch(1, 5, 'five'));
    stream.leaveBehind(3);
    expect(stream.revision).toBe(5);
    stream.leaveBehind(9);
    expect([stream.revision, steps.length]).toEqual([5, 1]);
    answers = [{ ...batch(5, 4, ''), isLast: true }];
    work();
    expect([stream.revision, sink.sent]).toEqual([5, ['five']]);
  });

  it('is left behind at what it was handed', () => {
    stream.leaveBehind(3);
    expect(stream.revision).toBe(3);
  });

  it('gets the past in batches, until one is the last', () => {
    stream.leaveBehind(1);
    answers = [
      { ...batch(1, 2, 'two'), isLast: false },
      { ...batch(2, 3, 'three'), isLast: true },
    ];
    steps.shift()!();
    expect([sink.sent, stream.revision, caughtUp]).toEqual([['two'], 2, 1]);
    work();
    expect([sink.sent, stream.revision, caughtUp]).toEqual([['two', 'three'], 3, 2]);
  });

  it('does nothing in its turn when its client has stopped reading meanwhile', () => {
    stream.leaveBehind(1);
    stream.isCrowded = true;
    sink.backlog = 1;
    answers = [{ ...batch(1, 2, 'two'), isLast: true }];
    work();
    expect(sink.sent).toEqual([]);
    sink.backlog = 0;
    stream.tick(1);
    work();
    expect(sink.sent).toEqual(['two']);
  });

  it('does nothing in its turn when it has ended meanwhile', () => {
    stream.leaveBehind(1);
    stream[Symbol.dispose]();
    work();
    expect(sink.sent).toEqual([]);
    stream.leaveBehind(1);
    stream.tick(1);
    expect(steps).toEqual([]);
  });

  it('goes on at once with another past that it is handed to', () => {
    stream.leaveBehind(1);
    const other: Past = { ...past, next: () => ({ ...batch(1, 2, 'other'), isLast: true }) };
    const next = past.next;
    past.next = () => {
      past.next = next;
      stream.resume(1, other);
      return 'later';
    };
    work();
    expect(sink.sent).toEqual(['other']);
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

describe('what begins with a stream', () => {
  let started: number;
  beforeEach(() => {
    started = 0;
    stream.onStarted = () => void started++;
  });

  it('begins once it has what was there', () => {
    stream.begin([Buffer.from('a')], 1, past);
    expect(started).toBe(0);
    work();
    expect(started).toBe(1);
  });

  it('begins when it waits for its client', () => {
    sink.isFull = true;
    stream.begin([Buffer.from('a'), Buffer.from('b')], 1, past);
    work();
    expect([sink.sent, started]).toEqual([['a'], 1]);
  });
});

describe('an end', () => {
  beforeEach(live);

  it('with what cannot be read says so first', () => {
    const error = new CorruptObjectError('a/x', 7, new SyntaxError('x'));
    stream.fail(error);
    stream.fail(error);
    expect([sink.sent, stream.closed]).toEqual([['unreadable a/x', 'end'], true]);
  });

  it('lets go of the connection', () => {
    stream[Symbol.dispose]();
    expect(sink.onDrain).toBeUndefined();
    stream.bookmark(60_000, 7);
    stream.tick(200_000);
    stream.expire();
    expect(sink.sent).toEqual([]);
  });

  it('of a connection that is cut is told', () => {
    let ends = 0;
    stream.onClosed = () => void ends++;
    stream.cut();
    expect([sink.sent, stream.closed, ends]).toEqual([['cut'], true, 1]);
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

  it('are a minute apart, but for the one before the end, which comes once', () => {
    for (const now of [59_999, 60_000, 97_999, 98_000, 98_001, 99_999]) stream.bookmark(now, now);
    expect(sink.sent).toEqual(['bookmark 60000', 'bookmark 98000']);
  });

  it('go on after the one before the end of a watch that ends later than it should', () => {
    for (const now of [98_000, 157_999, 158_000]) stream.bookmark(now, now);
    expect(sink.sent).toEqual(['bookmark 98000', 'bookmark 158000']);
  });

  it('none for those who did not ask', () => {
    stream = new WatchStream(optionsWith({ bookmarks: false }), 0);
    live();
    stream.bookmark(60_000, 7);
    expect(sink.sent).toEqual([]);
  });

  it('none where others hold much and something waits', () => {
    stream.isCrowded = true;
    sink.backlog = 1;
    stream.bookmark(60_000, 7);
    expect(sink.sent).toEqual([]);
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

describe('a watch of a server that goes', () => {
  beforeEach(live);
  const retired = (): string[] => {
    stream.retire(7);
    return sink.sent;
  };

  it('ends with a bookmark, and once', () => {
    expect(retired()).toEqual(['bookmark 7', 'end']);
    expect(retired()).toEqual(['bookmark 7', 'end']);
  });

  it('ends without one for those who did not ask', () => {
    stream = new WatchStream(optionsWith({ bookmarks: false }), 0);
    live();
    expect(retired()).toEqual(['end']);
  });

  it('ends without one that would skip what it has not been handed', () => {
    stream.leaveBehind(2);
    expect(retired()).toEqual(['end']);
  });
});

it('a watch whose time is over ends', () => {
  live();
  stream.tick(99_999);
  expect(stream.closed).toBe(false);
  stream.tick(100_000);
  expect(sink.sent).toEqual(['end']);
});
