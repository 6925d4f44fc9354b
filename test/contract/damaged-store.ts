import { createHash } from 'node:crypto';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { Kv, KvError } from '../../src/storage/kv.ts';
import { EventLog } from './event-log.ts';

/** Bytes that a seed and a name make: half of them compress, others do not. */
function contentOf(name: string, size: number): Buffer {
  if (size % 2 === 0) return createHash('shake256', { outputLength: size }).update(name).digest();
  return Buffer.from(`${name} has much to say. `.repeat(size / name.length)).subarray(0, size);
}

const sizes = [1, 40, 301, 77, 900, 1501, 200, 3001, 9000, 30_001];

/** Fills a store with objects of all sizes, leases and a history, part of which is compacted. */
export async function fillStore(directory: string, objects: number): Promise<void> {
  const kv = await openEmbedded({ directory });
  const lease = await kv.grantLease(10_000);
  const keyAt = (i: number): string => `/registry/${['pods', 'secrets', 'events'][i % 3]}/object-${i}`;
  const all = Array.from({ length: objects }, (_, i) => i);
  const put = (i: number) =>
    kv.create(keyAt(i), contentOf(keyAt(i), sizes[i % sizes.length]!), i % 7 === 0 ? { lease } : {});
  const revisions = (await Promise.all(all.map(put))).map(({ revision }) => revision);
  const change = async (i: number): Promise<void> => {
    const updated = await kv.update(
      keyAt(i),
      contentOf(`${i} again`, sizes[(i + 1) % sizes.length]!),
      revisions[i]!,
    );
    if (i % 4 === 0) await kv.delete(keyAt(i), updated.revision);
  };
  await Promise.all(all.filter((i) => i % 3 === 0).map(change));
  await kv.compact(firstWatched(objects));
  await Promise.all(all.filter((i) => i % 5 === 1).map(change));
  await kv.close();
}

/** The oldest revision that can be watched from, of a store that was filled with so many objects. */
export const firstWatched = (objects: number): number => objects + 3;

/** The state of a store: values by key, and the events that a watch of its whole history gets. */
export interface StoreState {
  values: Map<string, string>;
  events: string[];
  expired: boolean;
}

const digest = (value: Buffer): string => createHash('sha1').update(value).digest('hex');

export async function stateOf(kv: Kv, from: number): Promise<StoreState> {
  const { items, revision } = await kv.range('/registry/');
  const values = new Map(
    items.map(({ key, value, modRevision, unreadable }) => [
      key,
      unreadable === undefined ? `${modRevision} ${digest(value)}` : `${modRevision} unreadable`,
    ]),
  );
  const log = new EventLog(kv, from);
  await log.until(() => log.calls.at(-1)?.revision === revision || log.ended !== undefined);
  const events = log.events.map((event) => {
    if (event.type === 'delete') return `delete ${event.key} ${event.revision}`;
    return `put ${event.key} ${event.revision} ${event.unreadable === undefined ? digest(event.value) : 'unreadable'}`;
  });
  log.watch[Symbol.dispose]();
  return { values, events, expired: log.ended?.code === 'Expired' };
}

/**
 * Opens a damaged store, and tells how it differs from what it was: "refused" with the reason, or "served" with what
 * it warns of. What is not as it must be is thrown: an object that is missing or another one without a word of it, a
 * refusal that does not say what to do, writes that fail.
 */
export async function serveDamaged(directory: string, before: StoreState, from: number): Promise<string> {
  let kv: Kv;
  try {
    kv = await openEmbedded({ directory });
  } catch (error) {
    const { code, message } = error as KvError;
    if (code !== 'Corrupt' || !message.includes('data.mdb') || !message.includes('Restore')) throw error;
    return `refused: ${message}`;
  }
  try {
    const { warning } = await kv.status();
    const after = await stateOf(kv, from);
    const differs = compare(before, after);
    if (differs.length > 0 && warning === undefined) throw new Error(`nothing is said of ${differs.join()}`);
    const { revision } = await kv.create('/registry/pods/after', Buffer.from('x'));
    const updated = await kv.update('/registry/pods/after', Buffer.alloc(3000, 'y'), revision);
    if (!updated.done) throw new Error('it is not written to');
    return `served: ${warning ?? 'nothing is known to be damaged'}`;
  } finally {
    await kv.close();
  }
}

/** The keys and events that cannot be read. Throws when others differ. */
function compare(before: StoreState, after: StoreState): string[] {
  const unreadable: string[] = [];
  const same = (was: string, is: string | undefined): void => {
    if (is === was) return;
    if (!is?.endsWith('unreadable')) throw new Error(`${was} has become ${is}`);
    unreadable.push(is);
  };
  if (after.values.size !== before.values.size)
    throw new Error(`${after.values.size} objects are left of ${before.values.size}`);
  for (const [key, value] of before.values) same(value, after.values.get(key));
  if (after.expired) return [...unreadable, 'history'];
  if (after.events.length !== before.events.length)
    throw new Error(`${after.events.length} events are left of ${before.events.length}`);
  for (const [at, event] of before.events.entries()) same(event, after.events[at]);
  return unreadable;
}
