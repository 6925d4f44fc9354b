import { afterEach, describe, expect, it } from 'vitest';
import {
  clientOf,
  type FakeCall,
  FakeWatch,
  failureStatus,
  noChance,
} from '../../../test/support/unit/fake-wire.ts';
import { until } from '../../../test/support/until.ts';
import { CallError } from '../call-error.ts';
import { Informers } from './informers.ts';
import { ReflectorBackoff } from './reflector-backoff.ts';

const pods = { group: '', resource: 'pods' };
const pod = (name: string, resourceVersion: number, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'a', name, uid: `u-${name}`, resourceVersion: String(resourceVersion), ...more },
});
const listOf = (resourceVersion: number, items: object[] = [], more: object = {}) => ({
  kind: 'PodList',
  apiVersion: 'v1',
  items,
  metadata: { resourceVersion: String(resourceVersion), ...more },
});
const refused = () =>
  new CallError('unreachable', 'refused', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
const expired = () => failureStatus(410, 'Expired');
const tooLarge = () =>
  failureStatus(504, 'Timeout', {
    details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
  });

let cleanup: (() => Promise<void>) | undefined;
afterEach(() => cleanup?.());

/** Answers requests in the order of the script; what comes after it waits for ever. An error is thrown. */
function informers(script: (object | Error)[], { isPartial = false, isStreamed = false } = {}) {
  const pauses: number[] = [];
  const warnings: string[] = [];
  let now = 0;
  const { client, wire } = clientOf(async ({ signal }) => {
    const next = script.shift();
    if (next instanceof Error) throw next;
    if (next !== undefined) return next;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const made = new Informers({
    client,
    isPartial,
    isStreamed,
    random: noChance,
    warn: (text: string) => warnings.push(text),
    typeOf: (type) => ({ ...type, version: 'v1' }),
    // A step of time at each look: watches last longer than a second unless the test says otherwise.
    clock: { now: () => (now += made.step) },
    pause: async (ms, signal) => {
      if (script.length === 0) await new Promise((_, reject) => signal!.addEventListener('abort', reject));
      pauses.push(ms);
    },
  }) as Informers & { step: number };
  made.step = 2_000;
  cleanup = () => made.close();
  return { informers: made, calls: wire.calls, pauses, warnings };
}

/** A request in short form. */
function ask({ query: { watch, timeoutSeconds: _, allowWatchBookmarks: __, ...query } }: FakeCall): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return [watch === undefined ? 'list' : 'watch', ...parts].join(' ');
}

const ended = () => new FakeWatch().end();
const afterBookmark = (version: number) => new FakeWatch().send('BOOKMARK', pod('', version)).end();
const inPages = listOf(7, [pod('x', 1)], { continue: 'c1' });
const limit = 'limit=500';

/** The end of what there is, in a watch that begins with it. */
const endOfList = (version: number) => {
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  return { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: String(version), annotations } };
};
const stream = (version: string) =>
  `watch resourceVersion=${version} resourceVersionMatch=NotOlderThan sendInitialEvents=true`;
const forbidden = () => failureStatus(422, 'Invalid');

describe('the requests of a reflector whose lists are streamed', () => {
  it.each<[string, (object | Error)[], string[]]>([
    [
      'watch what there is, then watch from there',
      [new FakeWatch().send('ADDED', pod('x', 3)).send('BOOKMARK', endOfList(5))],
      [stream('0'), 'watch resourceVersion=5'],
    ],
    [
      'list where the server does not offer it, also the next time',
      [forbidden(), listOf(5), failureStatus(500, 'InternalError'), listOf(8)],
      [
        ...[stream('0'), `list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
        ...['list resourceVersion=5', 'watch resourceVersion=8'],
      ],
    ],
    [
      'list when the watch ends before all was there',
      [new FakeWatch().send('ADDED', pod('x', 3)).end(), listOf(5)],
      [stream('0'), `list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
    ],
    [
      'watch what there is now when the version is gone',
      [
        new FakeWatch().send('BOOKMARK', endOfList(5)),
        failureStatus(500, 'InternalError'),
        tooLarge(),
        new FakeWatch().send('BOOKMARK', endOfList(7)),
      ],
      [stream('0'), 'watch resourceVersion=5', stream('5'), stream(''), 'watch resourceVersion=7'],
    ],
  ])('%s', async (_, script, expected) => {
    const { informers: made, calls } = informers(script, { isStreamed: true });
    made.lister(pods);
    made.start();
    await until(() => calls.length >= expected.length);
    expect(calls.map(ask)).toEqual(expected);
  });

  it('tells of no object that is there in the same version, and of those that are gone', async () => {
    const first = new FakeWatch().send('ADDED', pod('x', 3)).send('ADDED', pod('y', 4));
    const second = new FakeWatch().send('ADDED', pod('x', 3)).send('ADDED', pod('z', 6));
    const { informers: made } = informers(
      [
        first.send('BOOKMARK', endOfList(5)),
        failureStatus(500, 'InternalError'),
        second.send('ADDED', pod('w', 7)).send('DELETED', pod('w', 8)).send('BOOKMARK', endOfList(8)),
      ],
      { isStreamed: true },
    );
    const lister = made.lister(pods);
    const seen: string[] = [];
    lister.observe(({ name, after }) => seen.push(`${after() === undefined ? '-' : '+'}${name}`));
    made.start();
    await until(() => seen.includes('+z'));
    expect(seen).toEqual(['+x', '+y', '-y', '+z']);
  });
});

describe('the requests of a reflector', () => {
  it.each<[string, (object | Error)[], string[]]>([
    [
      'list from any cache, then watch from there',
      [listOf(5)],
      [`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
    ],
    [
      'go on after the last event when a watch ends, bookmarks included',
      [listOf(5), new FakeWatch().send('ADDED', pod('x', 6)).end(), afterBookmark(9)],
      [`list resourceVersion=0 ${limit}`, ...[5, 6, 9].map((n) => `watch resourceVersion=${n}`)],
    ],
    [
      'go on after the last event when a connection breaks',
      [
        listOf(5),
        new FakeWatch().send('ADDED', pod('x', 6)).raw('{"type":').break(new CallError('reset', 'reset')),
      ],
      [`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5', 'watch resourceVersion=6'],
    ],
    [
      'watch again without a list while the connection is refused',
      [listOf(5), refused(), refused(), new FakeWatch()],
      [`list resourceVersion=0 ${limit}`, ...[5, 5, 5].map((n) => `watch resourceVersion=${n}`)],
    ],
    [
      'watch again without a list when the server has too much to do',
      [listOf(5), failureStatus(429, 'TooManyRequests'), new FakeWatch()],
      [`list resourceVersion=0 ${limit}`, ...[5, 5].map((n) => `watch resourceVersion=${n}`)],
    ],
    [
      'list at the last version after a watch that the server refuses',
      [listOf(5), failureStatus(500, 'InternalError'), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
        ...['list resourceVersion=5', 'watch resourceVersion=8'],
      ],
    ],
    [
      'list at the last version after a watch whose version is gone',
      [listOf(5), new FakeWatch().send('ADDED', pod('x', 6)).send('ERROR', expired()), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
        ...['list resourceVersion=6', 'watch resourceVersion=8'],
      ],
    ],
    [
      'list at once from the store when the version of a list is gone',
      [listOf(5), failureStatus(500, 'InternalError'), expired(), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
        ...['list resourceVersion=5', `list ${limit}`, 'watch resourceVersion=8'],
      ],
    ],
    [
      'list from the store until that succeeds when the server is behind the version',
      [listOf(5), failureStatus(500, 'InternalError'), tooLarge(), failureStatus(500, 'X'), listOf(3)],
      [
        ...[`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5', 'list resourceVersion=5'],
        ...[`list ${limit}`, `list ${limit}`, 'watch resourceVersion=3'],
      ],
    ],
    [
      'follow the pages without a version',
      [inPages, listOf(7, [pod('y', 2)])],
      [`list resourceVersion=0 ${limit}`, `list ${limit} continue=c1`, 'watch resourceVersion=7'],
    ],
    [
      'list in one piece when the pages that follow are gone',
      [inPages, expired(), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, `list ${limit} continue=c1`],
        ...['list resourceVersion=0', 'watch resourceVersion=8'],
      ],
    ],
    [
      'ask for pages also at a version when the first list came in pages',
      [inPages, listOf(7), failureStatus(500, 'X'), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, `list ${limit} continue=c1`, 'watch resourceVersion=7'],
        ...[`list resourceVersion=7 ${limit}`, 'watch resourceVersion=8'],
      ],
    ],
    [
      'list after events that cannot be read',
      [listOf(5), new FakeWatch().raw('{nothing}\n'), listOf(8)],
      [
        ...[`list resourceVersion=0 ${limit}`, 'watch resourceVersion=5'],
        ...['list resourceVersion=5', 'watch resourceVersion=8'],
      ],
    ],
  ])('%s', async (_, script, expected) => {
    const { informers: made, calls } = informers(script);
    made.lister(pods);
    made.start();
    await until(() => calls.length === expected.length);
    expect(calls.map(ask)).toEqual(expected);
  });

  it('ask watches for bookmarks, and to end after five to ten minutes', async () => {
    const { informers: made, calls } = informers([listOf(5)]);
    made.lister(pods);
    made.start();
    await until(() => calls.length === 2);
    expect(calls[1]!.query).toMatchObject({ allowWatchBookmarks: 'true', timeoutSeconds: '300' });
  });

  it('ask for metadata only, where only that is kept', async () => {
    const { informers: made, calls } = informers([listOf(5)], { isPartial: true });
    made.lister(pods);
    made.start();
    await until(() => calls.length === 2);
    expect(calls[0]!.headers['accept']).toContain('as=PartialObjectMetadataList;');
    expect(calls[1]!.headers['accept']).toContain('as=PartialObjectMetadata;');
  });
});

describe('pauses', () => {
  const no = () => failureStatus(500, 'InternalError');
  it('are 0.8 s after a failure, and twice as long after each up to 30 s', async () => {
    const { informers: made, pauses } = informers([...Array.from({ length: 8 }, no), listOf(1)]);
    made.lister(pods);
    made.start();
    await made.synced();
    expect(pauses).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('are up to twice as long by chance, and short again after two minutes without any', () => {
    let now = 0;
    const backoff = new ReflectorBackoff({ now: () => now }, { ...noChance, below: () => 500 });
    const after = (ms: number) => {
      now += ms;
      return backoff.pause();
    };
    expect([0, 119_000, 120_000, 121_000].map(after)).toEqual([1_200, 2_400, 4_800, 1_200]);
  });

  it('follow a watch that ends within a second without an event; then there is a list', async () => {
    const { informers: made, calls, pauses, warnings } = informers([listOf(5), ended(), listOf(8)]);
    made.step = 400;
    made.lister(pods);
    made.start();
    await until(() => calls.length === 4);
    expect(calls.map(ask).slice(2)).toEqual(['list resourceVersion=5', 'watch resourceVersion=8']);
    expect(pauses).toEqual([800]);
    expect(warnings[0]).toContain('very short watch');
  });
});

it('an observer that throws is a problem of a watch, and not its end', async () => {
  const script = [listOf(5), new FakeWatch().send('ADDED', pod('x', 6)), listOf(6)];
  const { informers: made, warnings, calls } = informers(script);
  let isFirst = true;
  made.lister({ group: '', resource: 'pods' }).observe(() => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error('a mistake of the observer');
  });
  made.start();
  await until(() => calls.length === 4);
  expect(warnings).toEqual(['failed to watch pods: a mistake of the observer']);
});

describe('what changes', () => {
  /** Changes as `+x1 x1>2 -x2`. */
  function observed(made: Informers): string[] {
    const seen: string[] = [];
    made.lister(pods).observe(({ name, before, after }) => {
      const [old, now] = [before()?.metadata.resourceVersion, after()?.metadata.resourceVersion];
      seen.push(
        old === undefined ? `+${name}${now}` : now === undefined ? `-${name}${old}` : `${name}${old}>${now}`,
      );
      // The store is where the change has led.
      expect(made.lister(pods).get('a', name)?.metadata.resourceVersion).toBe(now);
    });
    return seen;
  }

  it.each<[string, (object | Error)[], string[]]>([
    ['what is there at first', [listOf(5, [pod('x', 1), pod('y', 2)])], ['+x1', '+y2']],
    [
      'what events say, in order',
      [
        listOf(5, [pod('x', 1)]),
        new FakeWatch()
          .send('MODIFIED', pod('x', 6))
          .send('ADDED', pod('y', 7))
          .send('DELETED', pod('x', 8))
          .send('BOOKMARK', pod('', 9)),
      ],
      ['+x1', 'x1>6', '+y7', '-x6'],
    ],
    [
      'only differences when there is another list',
      [
        listOf(5, [pod('x', 1), pod('y', 2), pod('z', 3)]),
        failureStatus(500, 'X'),
        listOf(9, [pod('x', 1), pod('y', 7), pod('w', 8)]),
      ],
      ['+x1', '+y2', '+z3', '-z3', 'y2>7', '+w8'],
    ],
    [
      'the end of an object whose name another one has now',
      [listOf(5, [pod('x', 1)]), failureStatus(500, 'X'), listOf(9, [pod('x', 7, { uid: 'other' })])],
      ['+x1', '-x1', '+x7'],
    ],
    [
      'nothing for an event that repeats what is known',
      [listOf(5, [pod('x', 1)]), new FakeWatch().send('ADDED', pod('x', 1)).send('DELETED', pod('q', 6))],
      ['+x1'],
    ],
  ])('is %s', async (_, script, expected) => {
    const { informers: made } = informers(script);
    const seen = observed(made);
    made.start();
    await until(() => seen.length === expected.length && script.length === 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen).toEqual(expected);
  });
});

it('objects of a list have their kind, as those of events', async () => {
  const { informers: made } = informers([listOf(5, [{ metadata: pod('x', 1).metadata }])]);
  made.lister(pods);
  made.start();
  await made.synced();
  expect(made.lister(pods).get('a', 'x')).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
});

describe('a fresh read', () => {
  it('of everything is a list from the store that begins after it was asked for', async () => {
    const { informers: made, calls } = informers([listOf(5), new FakeWatch(), listOf(9, [pod('x', 8)])]);
    const lister = made.lister(pods);
    made.start();
    await until(() => calls.length === 2);
    await lister.waitUntilFresh();
    expect(ask(calls[2]!)).toBe(`list ${limit}`);
    expect(lister.get('a', 'x')).toBeDefined();
    await until(() => calls.length === 4);
    expect(ask(calls[3]!)).toBe('watch resourceVersion=9');
  });

  it('of everything rejects when the list fails', async () => {
    const { informers: made, calls } = informers([
      listOf(5),
      new FakeWatch(),
      failureStatus(403, 'Forbidden'),
    ]);
    const lister = made.lister(pods);
    made.start();
    await until(() => calls.length === 2);
    await expect(lister.waitUntilFresh()).rejects.toThrow('Forbidden!');
  });

  it('of one object asks the server', async () => {
    const { informers: made, calls } = informers([pod('x', 8), failureStatus(404, 'NotFound')]);
    const lister = made.lister(pods);
    expect(await lister.getFresh('a', 'x')).toEqual(pod('x', 8));
    expect(await lister.getFresh('a', 'y')).toBeUndefined();
    expect(calls[0]!.path).toBe('/api/v1/namespaces/a/pods/x');
  });
});
