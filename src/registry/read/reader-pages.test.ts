import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { StorageKeys } from '../../storage/keys.ts';
import { openEmbedded } from '../../storage/kv/embedded/open.ts';
import type { Kv } from '../../storage/kv.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import { systemClock } from '../../util/clock.ts';
import type { StoredResource } from '../resource.ts';
import { ContinueTokens } from './continue-token.ts';
import { type ListRequest, type ListResult, Reader } from './reader.ts';

const keys = new StorageKeys('/registry');
const type = { group: '', resource: 'pods' };
const prefix = keys.resource(type);
const tokens = new ContinueTokens('v1');
const notRemembered = { age: 0, bytes: () => 0 };
const remembered = { age: 300_000, bytes: () => 1e8 };

/** A store with two states: five pods in `a` and one in `b`, then others. */
class Scene {
  readonly #directory = mkdtempSync(join(tmpdir(), 'pages-'));
  kv!: Kv;
  feed!: CacheFeed;
  reader!: Reader;
  /** Revision of the first state. */
  revision = 0;
  resource!: StoredResource;

  async open(history: typeof remembered): Promise<void> {
    this.kv = await openEmbedded({ directory: this.#directory });
    const cache = new ResourceCache({
      resourceName: 'pods',
      prefix,
      reader: new EntryReader(prefix, (stored) => {
        const { labels } = (JSON.parse(stored.toString()) as { metadata: { labels: object } }).metadata;
        return { stored, labels: labels as Record<string, string>, fields: {} };
      }),
      indexedFields: [],
      history,
      delivered: () => {},
      unreadable: () => {},
    });
    this.resource = { cache, type } as unknown as StoredResource;
    const { kv } = this;
    this.feed = new CacheFeed({ kv, keys, clock: systemClock, waitTimeout: 500, report: () => {} });
    this.feed.add(cache);
    await this.feed.start();
    this.reader = new Reader(kv, this.feed, tokens);
    const made: Record<string, number> = {};
    for (const key of ['a/p0', 'a/p1', 'a/p2', 'a/p3', 'a/p4', 'b/q']) made[key] = await this.#create(key);
    this.revision = made['b/q']!;
    await kv.delete(`${prefix}a/p3`, made['a/p3']!);
    await this.#create('a/p9');
    await this.feed.waitUntilFresh();
  }

  async #create(key: string): Promise<number> {
    const name = key.slice(2);
    const labels = { odd: String(Number(name.slice(1)) % 2 === 1) };
    const value = JSON.stringify({ kind: 'Pod', apiVersion: 'v1', metadata: { name, uid: name, labels } });
    return (await this.kv.create(prefix + key, Buffer.from(value))).revision;
  }

  list(more: Partial<ListRequest>): Promise<ListResult> {
    return this.reader.list(this.resource, {
      selection: new Selection(''),
      limit: 0,
      continueToken: '',
      resourceVersion: '',
      match: undefined,
      ...more,
    });
  }

  /** The keys of each page of a list, and how many are said to follow it. */
  async pages(more: Partial<ListRequest>): Promise<string[]> {
    const pages: string[] = [];
    let result = await this.list(more);
    for (;;) {
      const names = result.entries.map(({ key }) => key).join(' ');
      pages.push(`${names} | ${result.remaining ?? '-'}`);
      if (result.continueToken === '') return pages;
      result = await this.list({
        ...more,
        resourceVersion: '',
        match: undefined,
        continueToken: result.continueToken,
      });
    }
  }

  async close(): Promise<void> {
    this.feed[Symbol.dispose]();
    await this.kv.close();
    rmSync(this.#directory, { recursive: true });
  }
}

describe.each([
  ['that memory has', remembered],
  ['that only the store has', notRemembered],
])('lists of a state %s', (_, history) => {
  const scene = new Scene();
  beforeAll(() => scene.open(history));
  afterAll(() => scene.close());

  const exact = () => ({ resourceVersion: String(scene.revision), match: 'Exact' }) as const;
  const odd = (namespace: string) => new Selection(namespace, parseLabelSelector('odd=true'));

  it('are in the state that they look for', () => {
    expect(scene.resource.cache.knows(scene.revision)).toBe(history === remembered);
  });

  it.each<[string, Partial<ListRequest>, string[]]>([
    ['all of it', {}, ['a/p0 a/p1 a/p2 a/p3 a/p4 b/q | -']],
    ['a namespace', { selection: new Selection('a') }, ['a/p0 a/p1 a/p2 a/p3 a/p4 | -']],
    ['what is selected', { selection: odd('') }, ['a/p1 a/p3 | -']],
    ['four at a time', { limit: 4 }, ['a/p0 a/p1 a/p2 a/p3 | 2', 'a/p4 b/q | -']],
    ['five at a time, one of which is left', { limit: 5 }, ['a/p0 a/p1 a/p2 a/p3 a/p4 | 1', 'b/q | -']],
    ['as many as there are', { limit: 6 }, ['a/p0 a/p1 a/p2 a/p3 a/p4 b/q | -']],
    [
      'two at a time in a namespace',
      { limit: 2, selection: new Selection('a') },
      ['a/p0 a/p1 | 3', 'a/p2 a/p3 | 1', 'a/p4 | -'],
    ],
  ])('exactly: %s', async (_what, more, expected) => {
    expect(await scene.pages({ ...exact(), ...more })).toEqual(expected);
  });

  it('in pages of what is selected do not say how much follows', async () => {
    const first = await scene.list({ ...exact(), limit: 1, selection: odd('a') });
    expect(first.entries.map(({ key }) => key)).toEqual(['a/p1']);
    expect(first.remaining).toBeUndefined();
    expect(tokens.decode(first.continueToken)).toEqual({ revision: scene.revision, startKey: 'p1\0' });
    const second = await scene.list({ limit: 1, selection: odd('a'), continueToken: first.continueToken });
    expect(second.entries.map(({ key }) => key)).toEqual(['a/p3']);
    expect(second.revision).toBe(scene.revision);
  });

  it.each([
    [10, 6],
    [1, 1],
  ])('are exact with a limit of %i, though nothing says so', async (limit, count) => {
    const { revision, entries } = await scene.list({ resourceVersion: String(scene.revision), limit });
    expect([revision, entries.length]).toEqual([scene.revision, count]);
  });

  const newest = 'a/p0 a/p1 a/p2 a/p4 a/p9 b/q | -';
  it.each<[string, () => Partial<ListRequest>]>([
    ['no version', () => ({})],
    ['no version and a limit', () => ({ limit: 10 })],
    ['any version', () => ({ resourceVersion: '0' })],
    ['any version and a limit, which is not heeded', () => ({ resourceVersion: '0', limit: 1 })],
    ['a version and no limit', () => ({ resourceVersion: String(scene.revision) })],
    [
      'a version that it is not to be older than',
      () => ({ resourceVersion: String(scene.revision), match: 'NotOlderThan', limit: 10 }),
    ],
  ])('are of the newest state with %s', async (_what, more) => {
    expect(await scene.pages(more())).toEqual([newest]);
  });

  it('keep to the limit with any version that the match names', async () => {
    const { entries } = await scene.list({ resourceVersion: '0', match: 'NotOlderThan', limit: 2 });
    expect(entries).toHaveLength(2);
  });

  it.each([
    ['whole when nothing is left out', {}, true],
    ['whole when the limit is not reached', { limit: 6 }, true],
    ['none with a limit', { limit: 5 }, false],
    ['none with a selection', { selection: new Selection('', parseLabelSelector('odd=true')) }, false],
  ])('of the newest state come with their tree: %s', async (_what, more, hasTree) => {
    const { tree } = await scene.list(more);
    expect(tree).toBe(hasTree ? scene.resource.cache.tree : undefined);
  });

  it('go on in the newest state with a token that says so', async () => {
    const continueToken = tokens.encode({ revision: -1, startKey: 'a/p2\0' });
    const { entries, revision } = await scene.list({ continueToken });
    expect(entries.map(({ key }) => key)).toEqual(['a/p4', 'a/p9', 'b/q']);
    expect(revision).toBe(scene.feed.revision);
    const { entries: page, remaining } = await scene.list({ continueToken, limit: 2 });
    expect([page.length, remaining]).toEqual([2, 1]);
  });

  it.each([
    ['a version', '5', 400],
    ['a version that is none', 'x', 400],
  ])('that go on may not say %s', async (_what, resourceVersion, code) => {
    const continueToken = tokens.encode({ revision: scene.revision, startKey: 'a/p2\0' });
    await expect(scene.list({ continueToken, resourceVersion })).rejects.toMatchObject({ code });
    expect((await scene.list({ continueToken, resourceVersion: '0' })).entries).toHaveLength(3);
  });

  it('of the future are refused after a while, and may be repeated', async () => {
    const resourceVersion = String(scene.feed.revision + 100);
    await expect(scene.list({ resourceVersion })).rejects.toMatchObject({
      code: 504,
      details: { retryAfterSeconds: 1 },
    });
  });

  it('single objects are read by name', async () => {
    const { entries } = await scene.list({});
    expect(await scene.reader.get(scene.resource, 'b', 'q', '')).toBe(entries.at(-1));
    expect(await scene.reader.get(scene.resource, 'b', 'q', '0')).toBe(entries.at(-1));
    await expect(scene.reader.get(scene.resource, 'b', 'p3', '')).rejects.toMatchObject({ code: 404 });
    await expect(scene.reader.get(scene.resource, 'b', 'a/b', '')).rejects.toMatchObject({ code: 400 });
  });
});

describe.each([
  ['', notRemembered],
  [', though memory has it', remembered],
])('a list of a state that is compacted%s', (_which, history) => {
  const scene = new Scene();
  beforeAll(async () => {
    await scene.open(history);
    await scene.kv.compact(scene.feed.revision);
    scene.feed.oldestListed = scene.feed.revision;
  });
  afterAll(() => scene.close());

  it('is expired', async () => {
    const list = scene.list({ resourceVersion: String(scene.revision), match: 'Exact' });
    await expect(list).rejects.toMatchObject({ code: 410, reason: 'Expired', listMetadata: {} });
  });

  it('and goes on with a token is expired, and says how to go on all the same', async () => {
    const continueToken = tokens.encode({ revision: scene.revision, startKey: 'a/p2\0' });
    const error = await scene.list({ continueToken }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: expect.stringMatching(
        /^The provided continue parameter is too old to display a consistent list/,
      ),
    });
    const { listMetadata } = error as { listMetadata: { continue: string } };
    expect(tokens.decode(listMetadata.continue)).toEqual({ revision: -1, startKey: 'a/p2\0' });
    const { entries } = await scene.list({ continueToken: listMetadata.continue });
    expect(entries.map(({ key }) => key)).toEqual(['a/p4', 'a/p9', 'b/q']);
  });
});
