import { describe, expect, it } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { OrderedTree } from '../../util/ordered-tree.ts';
import { TurnQueue } from '../../util/pacer.ts';
import { type CacheEntry, CorruptObjectError } from './entry.ts';
import { CacheEvent, type EventEncoder } from './event.ts';
import { FanOut } from './fan-out.ts';
import { History } from './history.ts';
import { Selection } from './selection.ts';
import { WatchStream } from './watch-stream.ts';

/** The events sent to a watcher, as `ADDED a/one@3`. */
const encoder: EventEncoder = {
  id: 'text',
  frame: (type, { key, revision }) => Buffer.from(`${type} ${key}@${revision};`),
  bookmark: (revision) => Buffer.from(`BOOKMARK ${revision};`),
};

interface State {
  labels?: Record<string, string>;
  fields?: Record<string, string>;
}

/** A resource type with a history and its watchers. */
class Bench {
  #tree = OrderedTree.empty<CacheEntry>();
  readonly history = new History({ age: 1_000_000, bytes: () => 1_000_000_000 }, 0, () => 0);
  delivered = 0;
  revision = 0;
  readonly fanOut = new FanOut({
    history: () => this.history,
    turns: new TurnQueue(),
    delivered: (events) => {
      this.delivered += events;
    },
  });

  /** Writes an object at the next revision; `undefined` deletes it. */
  write(key: string, state: State | undefined): void {
    const revision = ++this.revision;
    const [namespace, name] = key.includes('/') ? key.split('/') : ['', key];
    const text = JSON.stringify({ metadata: { resourceVersion: String(revision) } });
    const previous = this.#tree.get(key);
    const entry =
      state &&
      ({
        key,
        namespace,
        name,
        revision,
        fields: {},
        itemStart: 1,
        labels: undefined,
        ...state,
        json: Buffer.from(text),
      } as CacheEntry);
    this.#tree = entry === undefined ? this.#tree.delete(key) : this.#tree.set(key, entry);
    const event = new CacheEvent(revision, entry, previous, 0);
    this.history.push(event, this.#tree);
    this.fanOut.dispatch(event);
  }

  /** A watcher that has everything up to `after`, and takes all it is sent. */
  watch(selection: Selection, after = this.revision, initial?: Buffer[]): { sent: string[]; end(): void } {
    const sent: string[] = [];
    const sink = {
      backlog: 0,
      onDrain: undefined,
      write: (bytes: Buffer) => sent.push(...bytes.toString().split(';').slice(0, -1)) >= 0,
      end: () => void sent.push('end'),
      cut: () => void sent.push('cut'),
    };
    const options = {
      selection,
      encoder,
      sink,
      bookmarks: true,
      deadline: 1_000_000,
      onUnreadable: ({ key }: CorruptObjectError) => void sent.push(`unreadable ${key}`),
    };
    const stream = new WatchStream(options, 0);
    this.fanOut.join(stream, after, initial);
    return { sent, end: () => stream.end() };
  }

  /** Everything that was written has come to the watchers. */
  async settled(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.fanOut.flush();
    }
  }
}

const everything = new Selection('');
const labelled = new Selection('', parseLabelSelector('app=web'));
const onNode = new Selection('', undefined, parseFieldSelector('spec.nodeName=n1'));
const named = new Selection('a', undefined, parseFieldSelector('metadata.name=one'));

describe('a watcher of', () => {
  it.each<[string, Selection, string[]]>([
    ['everything', everything, ['ADDED a/one@1', 'ADDED b/two@2', 'MODIFIED a/one@3', 'DELETED a/one@4']],
    ['a namespace', new Selection('b'), ['ADDED b/two@2']],
    ['one object', named, ['ADDED a/one@1', 'MODIFIED a/one@3', 'DELETED a/one@4']],
    ['a label: what leaves it is deleted', labelled, ['ADDED a/one@1', 'DELETED a/one@3']],
    ['a field: what comes into it is added', onNode, ['ADDED a/one@3', 'DELETED a/one@4']],
  ])('%s', async (_, selection, expected) => {
    const bench = new Bench();
    const { sent } = bench.watch(selection);
    bench.write('a/one', { labels: { app: 'web' } });
    bench.write('b/two', {});
    bench.write('a/one', { fields: { 'spec.nodeName': 'n1' } });
    bench.write('a/one', undefined);
    await bench.settled();
    expect(sent).toEqual(expected);
    expect(bench.delivered).toBe(expected.length);
  });
});

describe('a watcher of what changes', () => {
  const select = (namespace: string, labels: string, fields: string): Selection =>
    new Selection(namespace, parseLabelSelector(labels), parseFieldSelector(fields));

  it.each<[string, Selection, string[]]>([
    ['a cluster-scoped object', select('', '', 'metadata.name=node'), ['ADDED node@1', 'DELETED node@5']],
    ['a name in all namespaces', select('', '', 'metadata.name=one'), ['ADDED a/one@2', 'MODIFIED a/one@3']],
    ['a name elsewhere', select('b', '', 'metadata.name=one'), []],
    [
      'a namespace by its field',
      select('', '', 'metadata.namespace=a'),
      ['ADDED a/one@2', 'MODIFIED a/one@3'],
    ],
    [
      'a field without a value',
      select('', '', 'spec.nodeName='),
      ['ADDED node@1', 'ADDED a/one@2', 'DELETED a/one@3', 'DELETED node@5'],
    ],
    [
      'another value of a field',
      select('', '', 'spec.nodeName!=n1'),
      ['ADDED node@1', 'ADDED a/one@2', 'DELETED a/one@3', 'DELETED node@5'],
    ],
    ['another value, and one', select('', '', 'spec.x!=1,spec.nodeName=n1'), ['ADDED a/one@3']],
    ['a label in a namespace', select('a', 'app=db', ''), ['ADDED a/one@3']],
    ['a label in another namespace', select('b', 'app=db', ''), []],
    [
      'another value of a label',
      select('', 'app!=web', ''),
      ['ADDED node@1', 'ADDED a/one@3', 'ADDED b/own@4', 'DELETED node@5'],
    ],
    ['a label named like what every object has', select('', 'constructor=x', ''), ['ADDED b/own@4']],
  ])('%s', async (_, selection, expected) => {
    const bench = new Bench();
    const { sent } = bench.watch(selection);
    bench.write('node', {});
    bench.write('a/one', { labels: { app: 'web' } });
    bench.write('a/one', { labels: { app: 'db' }, fields: { 'spec.nodeName': 'n1' } });
    bench.write('b/own', { labels: { constructor: 'x' }, fields: { 'spec.nodeName': 'n2' } });
    bench.write('node', undefined);
    await bench.settled();
    const own = selection.fields?.toString() === 'spec.nodeName!=n1' ? ['ADDED b/own@4'] : [];
    expect([...sent].sort()).toEqual([...expected, ...own].sort());
  });

  it('of a selection gets all of it when others of the same condition have left', async () => {
    const bench = new Bench();
    const leaving = [bench.watch(select('', 'app=web', '')), bench.watch(select('', '', 'spec.nodeName=n1'))];
    const staying = [
      bench.watch(select('a', 'app=web', '')),
      bench.watch(select('a', '', 'spec.nodeName=n1')),
    ];
    for (const { end } of leaving) end();
    bench.write('a/one', { labels: { app: 'web' }, fields: { 'spec.nodeName': 'n1' } });
    await bench.settled();
    expect(staying.map(({ sent }) => sent)).toEqual([['ADDED a/one@1'], ['ADDED a/one@1']]);
    expect(leaving.map(({ sent }) => sent)).toEqual([['end'], ['end']]);
    const again = bench.watch(select('', 'app=web', ''));
    bench.write('a/one', undefined);
    await bench.settled();
    expect(again.sent).toEqual(['DELETED a/one@2']);
  });
});

it('what cannot be read ends the watches that it may belong to, after what was there before', async () => {
  const bench = new Bench();
  const [here, there] = [bench.watch(new Selection('a')), bench.watch(new Selection('b'))];
  await bench.settled();
  bench.write('a/one', {});
  bench.fanOut.fail(new CorruptObjectError('a/two', 2, new SyntaxError('x')));
  expect([here.sent, there.sent]).toEqual([['ADDED a/one@1', 'unreadable a/two', 'end'], []]);
  expect(bench.fanOut.watchers).toBe(1);
});

it('a watcher that is further behind than the history reaches back ends', async () => {
  const bench = new Bench();
  bench.write('a/one', {});
  bench.write('a/one', {});
  bench.history.trim(1_000_001);
  expect(bench.history.start).toBe(2);
  const [gone, there] = [bench.watch(everything, 1), bench.watch(everything, 2)];
  await bench.settled();
  expect([gone.sent, there.sent]).toEqual([['end'], []]);
  expect([bench.fanOut.watchers, bench.delivered]).toEqual([1, 0]);
});

it('it says how many may hear of a change, by namespace and name', () => {
  const bench = new Bench();
  const selections: [namespace: string, fields?: string, labels?: string][] = [
    [''],
    ['', undefined, 'app=web'],
    ['a'],
    ['b'],
    ['a', 'metadata.name=one'],
    ['', 'metadata.name=one'],
    ['a', 'metadata.name=two'],
    ['', 'spec.nodeName=n'],
    ['a', 'spec.nodeName!=n'],
  ];
  const streams = selections.map(([namespace, fields = '', labels = '']) =>
    bench.watch(new Selection(namespace, parseLabelSelector(labels), parseFieldSelector(fields))),
  );
  const watchers = () =>
    [
      ['a', 'one'],
      ['a', ''],
      ['b', 'one'],
      ['', 'one'],
    ].map(([namespace, name]) => bench.fanOut.watchersOf({ namespace: namespace!, name: name! }));
  expect(watchers()).toEqual([6, 4, 4, 3]);
  for (const stream of streams) stream.end();
  expect(watchers()).toEqual([0, 0, 0, 0]);
});

it('its streams are those of all selections', () => {
  const bench = new Bench();
  bench.watch(everything);
  bench.watch(everything);
  bench.watch(labelled);
  expect([[...bench.fanOut.streams()].length, bench.fanOut.watchers]).toEqual([3, 3]);
});

describe('a watcher that joins', () => {
  it('after an older revision gets what came since, and then what comes, each event once', async () => {
    const bench = new Bench();
    for (const name of ['one', 'two', 'three']) bench.write(`a/${name}`, {});
    const { sent } = bench.watch(everything, 1);
    bench.write('a/four', {});
    await bench.settled();
    bench.write('a/five', {});
    await bench.settled();
    expect(sent).toEqual(['ADDED a/two@2', 'ADDED a/three@3', 'ADDED a/four@4', 'ADDED a/five@5']);
  });

  it('with the state gets that first', async () => {
    const bench = new Bench();
    bench.write('a/one', {});
    const { sent } = bench.watch(everything, 1, [Buffer.from('first;'), Buffer.from('second;')]);
    bench.write('a/two', {});
    await bench.settled();
    expect(sent).toEqual(['first', 'second', 'ADDED a/two@2']);
  });

  it('while events are pending gets none of them twice', async () => {
    const bench = new Bench();
    const early = bench.watch(everything);
    bench.write('a/one', {});
    const late = bench.watch(everything);
    bench.write('a/two', {});
    await bench.settled();
    expect(early.sent).toEqual(['ADDED a/one@1', 'ADDED a/two@2']);
    expect(late.sent).toEqual(['ADDED a/two@2']);
  });
});

it('a watcher that has left gets nothing, and the others go on', async () => {
  const bench = new Bench();
  const [staying, leaving] = [bench.watch(everything), bench.watch(everything)];
  leaving.end();
  bench.write('a/one', {});
  await bench.settled();
  expect([staying.sent, leaving.sent]).toEqual([['ADDED a/one@1'], ['end']]);
  expect(bench.fanOut.watchers).toBe(1);
});

it('the others of a selection go on live when one of them has left', async () => {
  const bench = new Bench();
  const [staying, leaving] = [bench.watch(labelled), bench.watch(labelled)];
  await bench.settled();
  leaving.end();
  bench.write('a/one', { labels: { app: 'web' } });
  await bench.settled();
  expect(staying.sent).toEqual(['ADDED a/one@1']);
  expect([...bench.fanOut.streams()]).toHaveLength(1);
});

it('bookmarks come when they are due, after everything of their revision', async () => {
  const bench = new Bench();
  const { sent } = bench.watch(everything);
  await bench.settled();
  bench.write('a/one', {});
  bench.fanOut.tick(60_000, bench.revision);
  expect(sent).toEqual(['ADDED a/one@1', 'BOOKMARK 1']);
  bench.fanOut.tick(60_001, bench.revision);
  expect(sent).toHaveLength(2);
});
