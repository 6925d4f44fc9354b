import { type Kv, KvError } from '../kv.ts';
import { allPages } from './all-keys.ts';
import type { CacheEntry, CorruptObjectError, DecodedEntry, StoredItem } from './entry.ts';
import type { PageDecoder } from './page-decoder.ts';
import type { ResourceCache } from './resource-cache.ts';

/** With more keys than these it is worth while to start the threads that help: half a second of work each. */
export const manyKeys = 10_000;

/** Starts what helps to decode a large store; undefined where nothing does. */
export type StartDecoder = () => PageDecoder | undefined | Promise<PageDecoder | undefined>;

export interface LoaderOptions {
  kv: Kv;
  prefix: string;
  /** The cache of a key; undefined when it belongs to none. */
  cacheOf(key: string): ResourceCache | undefined;
  /** Starts what helps with a large store. */
  startDecoder?: StartDecoder | undefined;
}

/** The entries of one cache, in key order. */
type CacheState = (CacheEntry | CorruptObjectError)[];

/** The state of all caches at a revision. */
export interface LoadedState {
  readonly states: Map<ResourceCache, CacheState>;
  /** Caches that cannot be loaded for now, with the reason. */
  readonly failures: Map<ResourceCache, KvError>;
}

interface Part {
  readonly cache: ResourceCache;
  readonly item: StoredItem;
}

/** An entry and where it belongs. The stored value is not kept: values take as much memory as all entries. */
type Placed = readonly [ResourceCache, CacheEntry | CorruptObjectError];

/** Reads everything below the prefix into entries. */
export async function loadState(options: LoaderOptions, revision: number): Promise<LoadedState> {
  const loaded: LoadedState = { states: new Map(), failures: new Map() };
  const pages: (Placed[] | Promise<Placed[]>)[] = [];
  let decoder: PageDecoder | undefined;
  let isLarge = false;
  try {
    for await (const { items, count } of allPages(options.kv, options.prefix, revision)) {
      if (!isLarge && count > manyKeys) {
        isLarge = true;
        decoder = await options.startDecoder?.();
      }
      pages.push(readPage(partsOf(items, options, loaded.failures), decoder));
    }
    for (const page of pages) collect(await page, loaded);
  } finally {
    decoder?.[Symbol.dispose]();
  }
  return loaded;
}

/** Without those of caches that cannot be loaded. */
function partsOf(
  items: readonly StoredItem[],
  { cacheOf }: LoaderOptions,
  failures: Map<ResourceCache, KvError>,
): Part[] {
  const parts: Part[] = [];
  for (const item of items) {
    const cache = cacheOf(item.key);
    if (cache === undefined || failures.has(cache)) continue;
    if (item.unreadable?.mayPass) failures.set(cache, new KvError('Encryption', item.unreadable.reason));
    else parts.push({ cache, item });
  }
  return parts;
}

function readPage(parts: readonly Part[], decoder: PageDecoder | undefined): Placed[] | Promise<Placed[]> {
  const placed = (decoded: readonly (DecodedEntry | undefined)[]): Placed[] =>
    parts.map(({ cache, item }, at) => [cache, cache.tryRead(item, decoded[at])]);
  const isReadable = parts.every(({ item }) => item.unreadable === undefined);
  const objects = parts.map(({ cache, item }) => ({ ...item, prefix: cache.prefix }));
  const decoded = isReadable ? decoder?.decode(objects) : undefined;
  return decoded === undefined ? placed([]) : decoded.then(placed);
}

function collect(page: readonly Placed[], { states, failures }: LoadedState): void {
  for (const [cache, entry] of page) {
    if (failures.has(cache)) continue;
    const state = states.get(cache);
    if (state === undefined) states.set(cache, [entry]);
    else state.push(entry);
  }
}
