import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unobserved } from '../../../test/support/unit/unobserved-encryption.ts';
import { systemClock } from '../../util/clock.ts';
import { StorageKeys } from '../keys.ts';
import { openEmbedded } from '../kv/embedded/open.ts';
import type { Kv, KvError, KvEvent } from '../kv.ts';
import { CacheFeed } from '../watch-cache/cache-feed.ts';
import { EntryReader } from '../watch-cache/entry.ts';
import { ResourceCache } from '../watch-cache/resource-cache.ts';
import { IdentityTransformer } from './ciphers/identity.ts';
import { EncryptingKv } from './encrypting-kv.ts';
import { Encryption } from './encryption.ts';
import { type Plain, TransformError, type Transformer } from './transformer.ts';
import { TransformerChain } from './transformer-chain.ts';

/** A provider elsewhere, which answers when the test lets it, and forgets nothing. */
class Vault implements Transformer {
  readonly prefix = Buffer.from('enc:vault:');
  readonly label = 'vault';
  readonly form = 'vault';
  isAway = false;
  /** Calls that wait for `answer`; undefined: they are answered at once. */
  #waiting: (() => void)[] | undefined;

  toStorage(value: Buffer) {
    return { bytes: Buffer.concat([this.prefix, value.map((byte) => byte ^ 1)]), form: this.form };
  }

  async fromStorage(payload: Buffer): Promise<Plain> {
    const waiting = this.#waiting;
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    if (this.isAway) throw new TransformError('the vault is away', { mayPass: true });
    if (payload.includes('spoilt')) throw new TransformError('this is none of the vault');
    return { value: Buffer.from(payload.map((byte) => byte ^ 1)), form: this.form };
  }

  hold(): void {
    this.#waiting = [];
  }

  get held(): number {
    return this.#waiting?.length ?? 0;
  }

  answer(): void {
    for (const resolve of this.#waiting ?? []) resolve();
    this.#waiting = undefined;
  }
}

const keys = new StorageKeys('/registry');
const secrets = keys.resource({ group: '', resource: 'secrets' });
const pods = keys.resource({ group: '', resource: 'pods' });
const value = (name: string): Buffer =>
  Buffer.from(JSON.stringify({ kind: 'Secret', apiVersion: 'v1', metadata: { name, uid: name } }));

let directory: string;
let raw: Kv;
let vault: Vault;
/** Two servers on one store: what one writes the other has to decrypt. */
let kv: Kv;
let other: Kv;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'encrypting-'));
  raw = await openEmbedded({ directory });
  vault = new Vault();
  const plain = new TransformerChain([new IdentityTransformer('enc:')], unobserved, true);
  const secret = new TransformerChain([vault], unobserved);
  const server = () =>
    new EncryptingKv(
      raw,
      new Encryption((resource) => (resource === 'secrets' ? secret : plain), true),
      (key) => (key.startsWith(secrets) ? 'secrets' : 'pods'),
    );
  kv = server();
  other = server();
});
afterEach(async () => {
  vault.answer();
  await raw.close();
  rmSync(directory, { recursive: true });
});

describe('a value that cannot be decrypted for now', () => {
  beforeEach(async () => {
    await kv.create(`${secrets}a`, value('a'));
    vault.isAway = true;
  });

  it('is an error of a single read', async () => {
    await expect(kv.get(`${secrets}a`)).rejects.toMatchObject({
      code: 'Encryption',
      message: 'the vault is away',
    });
  });

  it('takes no others along in a range', async () => {
    await kv.create(`${pods}p`, value('p'));
    const { items } = await kv.range('/registry/');
    expect(items.map(({ unreadable }) => unreadable)).toEqual([
      undefined,
      { reason: 'the vault is away', mayPass: true },
    ]);
  });

  it('does not matter where only keys are asked for', async () => {
    const { items } = await kv.range(secrets, { keysOnly: true });
    expect(items[0]).not.toHaveProperty('unreadable');
  });

  it('comes with the outcome of a write that was not done', async () => {
    const { done, ...rest } = await kv.create(`${secrets}a`, value('a'));
    expect({ done, rest }).toMatchObject({
      done: false,
      rest: { current: { unreadable: { mayPass: true } } },
    });
  });
});

class Log {
  readonly events: KvEvent[] = [];
  end: KvError | undefined;
  onEvents(events: KvEvent[]): void {
    this.events.push(...events);
  }
  onEnd(error: KvError): void {
    this.end = error;
  }
  get text(): string[] {
    return this.events.map((event) => {
      const now = event.type === 'put' ? JSON.parse(event.value.toString()).metadata.name : 'gone';
      return `${event.key.slice(-1)} ${now}`;
    });
  }
}

describe('a watch', () => {
  it('waits for what has to be decrypted, and keeps the order', async () => {
    const from = (await kv.currentRevision()) + 1;
    vault.hold();
    const log = new Log();
    other.watch(from, { onEvents: (events) => log.onEvents(events), onEnd: (error) => log.onEnd(error) });
    await kv.create(`${pods}p`, value('p'));
    const { revision } = await kv.create(`${secrets}a`, value('a'));
    await kv.create(`${pods}q`, value('q'));
    await kv.delete(`${secrets}a`, revision);
    await vi.waitFor(() => expect(vault.held).toBe(2));
    expect(log.text).toEqual(['p p']);
    vault.answer();
    await vi.waitFor(() => expect(log.text).toEqual(['p p', 'a a', 'q q', 'a gone']));
    expect(JSON.parse(log.events[3]!.previous!.toString()).metadata.name).toBe('a');
  });

  it('has for an own write what was written', async () => {
    const log = new Log();
    kv.watch((await kv.currentRevision()) + 1, {
      onEvents: (events) => log.onEvents(events),
      onEnd: () => {},
    });
    vault.hold();
    const written = value('a');
    await kv.create(`${secrets}a`, written);
    await vi.waitFor(() => expect(log.events.length).toBe(1));
    expect((log.events[0] as { value: Buffer }).value).toBe(written);
  });

  it('ends after its last event, and says nothing once it is closed', async () => {
    const from = (await kv.currentRevision()) + 1;
    await kv.create(`${secrets}a`, value('a'));
    vault.hold();
    const [log, closed] = [new Log(), new Log()];
    const [, second] = [log, closed].map((one) =>
      other.watch(from, { onEvents: (events) => one.onEvents(events), onEnd: (error) => one.onEnd(error) }),
    );
    await vi.waitFor(() => expect(vault.held).toBe(2));
    second![Symbol.dispose]();
    await raw.close();
    expect(log).toMatchObject({ events: [], end: undefined });
    vault.answer();
    await vi.waitFor(() => expect(log.end?.code).toBe('Closed'));
    expect(log.text).toEqual(['a a']);
    expect(closed).toMatchObject({ events: [], end: undefined });
  });
});

describe('caches', () => {
  let feed: CacheFeed;
  let cacheOf: Record<'secrets' | 'pods', ResourceCache>;
  let left: string[];
  const makeCache = (prefix: string): ResourceCache =>
    new ResourceCache({
      resourceName: prefix,
      prefix,
      reader: new EntryReader(prefix, (stored) => {
        JSON.parse(stored.toString());
        return { stored, labels: undefined, fields: {} };
      }),
      indexedFields: [],
      history: { age: 300_000, bytes: () => 1e8 },
      delivered: () => {},
      unreadable: (key, reason) => void left.push(`${key}: ${reason}`),
    });
  beforeEach(() => {
    left = [];
    cacheOf = { secrets: makeCache(secrets), pods: makeCache(pods) };
    feed = new CacheFeed({ kv: other, keys, clock: systemClock, waitTimeout: 2_000, report: () => {} });
    for (const cache of Object.values(cacheOf)) feed.add(cache);
  });
  afterEach(() => feed[Symbol.dispose]());
  const names = (cache: ResourceCache): string[] => [...cache.tree.values()].map(({ name }) => name);

  it('that have nothing to wait for go on while one waits', async () => {
    await feed.start();
    vault.hold();
    await kv.create(`${secrets}a`, value('a'));
    const { revision } = await kv.create(`${pods}p`, value('p'));
    await feed.waitFor(revision);
    expect(names(cacheOf.pods)).toEqual(['p']);
    expect(cacheOf.secrets.lags).toBe(true);
    vault.answer();
    await cacheOf.secrets.caughtUp();
    expect(names(cacheOf.secrets)).toEqual(['a']);
    expect(cacheOf.secrets.lags).toBe(false);
  });

  it('that cannot go on say so to those who read, leave nothing out, and go on later', async () => {
    await kv.create(`${secrets}a`, value('a'));
    await feed.start();
    vault.isAway = true;
    await kv.create(`${secrets}b`, value('b'));
    await feed.waitUntilFresh();
    await expect(cacheOf.secrets.caughtUp()).rejects.toMatchObject({ code: 'Encryption' });
    expect(names(cacheOf.secrets)).toEqual(['a']);
    vault.isAway = false;
    await vi.waitFor(() => cacheOf.secrets.caughtUp());
    expect(names(cacheOf.secrets)).toEqual(['a', 'b']);
    expect(left).toEqual([]);
  });

  it('that cannot be loaded keep none of the others from it', async () => {
    await kv.create(`${secrets}a`, value('a'));
    await kv.create(`${pods}p`, value('p'));
    vault.isAway = true;
    await feed.start();
    expect(names(cacheOf.pods)).toEqual(['p']);
    await expect(cacheOf.secrets.caughtUp()).rejects.toMatchObject({ message: 'the vault is away' });
    vault.isAway = false;
    await vi.waitFor(() => cacheOf.secrets.caughtUp(), 5_000);
    expect(names(cacheOf.secrets)).toEqual(['a']);
  });

  it('leave out an object that will never be decrypted', async () => {
    await kv.create(`${secrets}a`, value('a'));
    await raw.create(`${secrets}b`, Buffer.from('enc:vault:spoilt'));
    await feed.start();
    expect(names(cacheOf.secrets)).toEqual(['a']);
    expect(left).toEqual(['b: this is none of the vault']);
    expect(cacheOf.secrets.unreadable.hasUndecryptable).toBe(true);
  });
});

describe('work that takes its time', () => {
  /** Each value takes a millisecond. */
  const slow: Transformer = {
    prefix: Buffer.from('enc:slow:'),
    label: 'slow',
    form: 'slow',
    toStorage: (bytes) => ({ bytes: Buffer.concat([Buffer.from('enc:slow:'), bytes]), form: 'slow' }),
    fromStorage: (payload) => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      return { value: payload, form: 'slow' };
    },
  };

  it.each<[string, (reader: Kv) => Promise<number>]>([
    ['a range', async (reader) => (await reader.range(secrets)).items.length],
    [
      'the events of a watch',
      (reader) =>
        new Promise((resolve) => {
          let count = 0;
          const onEvents = (events: readonly KvEvent[]): void => {
            count += events.length;
            if (count >= 200) resolve(count);
          };
          reader.watch(1, { onEvents, onEnd: () => {} });
        }),
    ],
  ])('lets others have their turn: %s', async (_, read) => {
    const server = () =>
      new EncryptingKv(
        raw,
        new Encryption(() => new TransformerChain([slow], unobserved), true),
        () => 'secrets',
      );
    const writer = server();
    await Promise.all(Array.from({ length: 200 }, (__, at) => writer.create(`${secrets}${at}`, value('x'))));
    let turns = 0;
    let goesOn = true;
    const turn = (): void => {
      turns++;
      if (goesOn) setImmediate(turn);
    };
    const begun = performance.now();
    turn();
    expect(await read(server())).toBe(200);
    goesOn = false;
    expect(performance.now() - begun).toBeGreaterThan(200);
    expect(turns).toBeGreaterThan(10);
  });
});
