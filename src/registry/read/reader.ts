import {
  badRequest,
  expired,
  notFoundError,
  resourceVersionTooLarge,
  type StatusError,
} from '../../api/meta/status.ts';
import { checkNameParameter } from '../../api/validation/names.ts';
import { relativeKey } from '../../storage/keys.ts';
import { type KeyValue, type Kv, KvError } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { type CacheEntry, CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import type { CacheTree, Page, PageQuery } from '../../storage/watch-cache/pages.ts';
import type { Selection } from '../../storage/watch-cache/selection.ts';
import type { StoreListObserver } from '../../storage/watch-cache/store-list.ts';
import type { Pacer } from '../../util/pacer.ts';
import { Semaphore } from '../../util/semaphore.ts';
import {
  readItem,
  refuseUnreadable,
  unreadableList,
  unreadableObject,
} from '../conversion/corrupt-object.ts';
import type { StoredResource } from '../resource.ts';
import { storageError } from '../storage-errors.ts';
import type { ContinueTokens } from './continue-token.ts';
import { waitForRevision, waitOrAskStore } from './fresh-cache.ts';
import type { ReadObserver } from './read-observer.ts';
import { parseResourceVersion } from './resource-version.ts';

/** Meaning that a client gives to `resourceVersion`; undefined: by the rules of the operation. */
export type ResourceVersionMatch = 'Exact' | 'NotOlderThan';

export interface ListRequest {
  selection: Selection;
  /** 0: no limit. */
  limit: number;
  /** "" when there is none. */
  continueToken: string;
  /** "" when there is none. */
  resourceVersion: string;
  match: ResourceVersionMatch | undefined;
  /** Pacer of the request that lists. */
  pacer?: Pacer | undefined;
}

export interface ListResult {
  revision: number;
  entries: CacheEntry[];
  /** "" when this is the end. */
  continueToken: string;
  /** Number of items that follow; undefined when that is not known. */
  remaining: number | undefined;
  /** The tree that the entries are the whole range of; undefined when something was left out or no tree was read. */
  tree: CacheTree | undefined;
}

/** Keys that the store is asked for at a time. */
const maxPageSize = 500;
/** Lists of old states that are read from the store at the same time: each may be all that there is. */
const maxFromStore = 4;

/**
 * Reads as the resource version rules want them: the newest state after one look at the store's revision, any
 * state at once, a state not older than given after a wait, an exact one from memory or, failing that, from
 * the store. No object travels from the store on a read, unless it is old.
 */
export class Reader {
  readonly #kv: Kv;
  readonly #feed: CacheFeed;
  readonly #tokens: ContinueTokens;
  readonly #listed: StoreListObserver;
  readonly #detailsReadErrors: boolean;
  readonly #looksAhead: boolean;
  readonly #observer: ReadObserver | undefined;
  readonly #fromStore = new Semaphore(maxFromStore);

  /**
   * `detailsReadErrors`: see unreadableList. `looksAhead`: whether a full page is the last one where no object that is
   * selected follows; otherwise where no object follows at all, as of pages from the store.
   */
  constructor(
    kv: Kv,
    feed: CacheFeed,
    tokens: ContinueTokens,
    listed: StoreListObserver = () => {},
    detailsReadErrors = false,
    looksAhead = true,
    observer?: ReadObserver,
  ) {
    this.#observer = observer;
    this.#looksAhead = looksAhead;
    this.#kv = kv;
    this.#feed = feed;
    this.#tokens = tokens;
    this.#listed = listed;
    this.#detailsReadErrors = detailsReadErrors;
  }

  /** `resourceVersion`: "" newest, "0" any, N not older than N. Throws NotFound. */
  async get(
    resource: StoredResource,
    namespace: string,
    name: string,
    resourceVersion: string,
  ): Promise<CacheEntry> {
    checkNameParameter(name);
    const wanted = resourceVersion === '' ? undefined : parseResourceVersion(resourceVersion, 'cache');
    const key = relativeKey(namespace, name);
    const isBehind = resource.cache.lags || (wanted === undefined && this.#feed.isBehind);
    if (isBehind || (await this.#missing(resource, wanted)) !== undefined)
      return this.#getByQuorum(resource, key, name);
    const entry = resource.cache.get(key);
    if (entry !== undefined) return entry;
    const unreadable = resource.cache.unreadable.at(key);
    throw unreadable === undefined
      ? notFoundError(resource.type, name)
      : unreadableObject(resource, unreadable);
  }

  /** See waitOrAskStore. Of a state that is not to be older than a version that is none yet, the store knows no more. */
  async #missing(resource: StoredResource, wanted: number | undefined): Promise<number | undefined> {
    const wait = { feed: this.#feed, resource, wanted, observer: this.#observer };
    if (wanted === undefined) return waitOrAskStore(wait);
    await waitForRevision(wait, 'get');
    return undefined;
  }

  async #getByQuorum(resource: StoredResource, key: string, name: string): Promise<CacheEntry> {
    const { item } = await this.#store(resource, 'get', () => this.#kv.get(resource.cache.prefix + key));
    if (item === undefined) throw notFoundError(resource.type, name);
    return this.#store(resource, 'get', () => readItem(resource, item));
  }

  async list(resource: StoredResource, request: ListRequest): Promise<ListResult> {
    const reader = request.continueToken !== '' || this.#isExact(request) ? 'store' : 'cache';
    const wanted =
      request.resourceVersion === '' ? undefined : parseResourceVersion(request.resourceVersion, reader);
    if (request.continueToken !== '') return this.#continue(resource, request);
    if (wanted !== undefined && wanted !== 0 && this.#isExact(request)) {
      const isShown = await this.#isShown(resource, wanted);
      return this.#listAt(resource, request, { revision: wanted, isShown });
    }
    const missing = await this.#missing(resource, wanted);
    if (missing !== undefined) return this.#listFromStore(resource, request, missing, undefined);
    // Any state will do for version 0: then the limit is not honoured either, everything comes at once.
    const limit = wanted === 0 && request.match === undefined ? 0 : request.limit;
    const { cache } = resource;
    const { tree } = cache;
    const { selection, pacer } = request;
    refuseUnreadable(resource, selection, this.#detailsReadErrors);
    const query = { selection, limit };
    const page = await this.#pageOf(cache, tree, this.#feed.revision, query, pacer);
    return { ...this.#result(request, page), tree: selection.isWhole && !page.more ? tree : undefined };
  }

  async #pageOf(
    cache: StoredResource['cache'],
    tree: CacheTree,
    revision: number,
    query: PageQuery,
    pacer: Pacer | undefined,
  ): Promise<Page> {
    const page = await cache.pageInSlices(tree, revision, query, pacer);
    const { entries, more } = page;
    this.#observer?.listed(cache.resourceName, page.seen ?? entries.length, entries.length, page.index);
    if (this.#looksAhead || more || query.limit === 0 || entries.length < query.limit) return page;
    const following = tree.count(entries.at(-1)!.key, query.selection.range.to ?? '\uffff') - 1;
    return following === 0 ? page : { ...page, more: true, remaining: following };
  }

  #isExact({ match, limit }: ListRequest): boolean {
    return match === 'Exact' || (match === undefined && limit > 0);
  }

  async #continue(resource: StoredResource, request: ListRequest): Promise<ListResult> {
    const { revision, startKey } = this.#tokens.decode(request.continueToken);
    if (request.resourceVersion !== '' && request.resourceVersion !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    const from = request.selection.range.from + startKey;
    if (revision === -1) {
      const missing = await this.#missing(resource, undefined);
      if (missing !== undefined) return this.#listFromStore(resource, request, missing, from);
      const { cache } = resource;
      const { selection, limit, pacer } = request;
      const query = { selection, limit, startKey: from };
      refuseUnreadable(resource, selection, this.#detailsReadErrors);
      const { revision: newest } = this.#feed;
      return this.#result(request, await this.#pageOf(cache, cache.tree, newest, query, pacer));
    }
    const isShown = await this.#isShown(resource, revision);
    try {
      return await this.#listAt(resource, request, { revision, isShown, from });
    } catch (error) {
      throw isExpired(error) ? this.#expiredToken(startKey) : error;
    }
  }

  /** The answer carries the way out: a token that lists on from the same place, at the newest revision. */
  #expiredToken(startKey: string): StatusError {
    const error = expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list ' +
        'without the continue parameter, or use the continue token in this response to retrieve the remainder of the ' +
        'results. Continuing with the provided token results in an inconsistent list - objects that were created, ' +
        'modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    );
    error.listMetadata.continue = this.#tokens.encode({ revision: -1, startKey });
    return error;
  }

  /** Whether the cache shows a revision in time; where not, another replica may have, and the store knows. */
  async #isShown(resource: StoredResource, wanted: number): Promise<boolean> {
    const wait = { feed: this.#feed, resource, wanted, observer: this.#observer };
    return (await waitOrAskStore(wait)) === undefined;
  }

  async #listAt(
    resource: StoredResource,
    request: ListRequest,
    { revision, isShown, from }: { revision: number; isShown: boolean; from?: string },
  ): Promise<ListResult> {
    const { cache } = resource;
    if (isShown && revision >= this.#feed.oldestListed && cache.knows(revision)) {
      const tree = revision === this.#feed.revision ? cache.tree : cache.stateAt(revision);
      const { selection, limit, pacer } = request;
      const query = { selection, limit, startKey: from };
      refuseUnreadable(resource, selection, this.#detailsReadErrors, revision);
      return this.#result(request, await this.#pageOf(cache, tree, revision, query, pacer));
    }
    return this.#listFromStore(resource, request, revision, from);
  }

  async #listFromStore(
    resource: StoredResource,
    request: ListRequest,
    revision: number,
    from: string | undefined,
  ): Promise<ListResult> {
    const page = await this.#fromStore.run(() => this.#pageFromStore(resource, request, revision, from));
    return this.#result(request, page);
  }

  /** Older than memory and younger than compaction, or newer than what memory shows so far: the store reads it. */
  async #pageFromStore(
    resource: StoredResource,
    { selection, limit }: ListRequest,
    revision: number,
    from: string | undefined,
  ): Promise<Page> {
    const { cache } = resource;
    const seen = { fetched: 0, evaluated: 0 };
    const page = (more: boolean, remaining: number): Page => {
      this.#listed(cache.resourceName, { ...seen, returned: entries.length });
      return { revision, entries, more, remaining };
    };
    const prefix = cache.prefix + selection.range.from;
    let pageSize = limit === 0 ? maxPageSize : Math.min(limit, maxPageSize);
    const entries: CacheEntry[] = [];
    let startKey = from === undefined ? prefix : cache.prefix + from;
    for (;;) {
      const part = await this.#store(
        resource,
        'list',
        () => this.#kv.range(prefix, { revision, limit: pageSize, startKey }),
        revision,
      );
      seen.fetched += part.items.length;
      for (const [at, item] of (await inVersion(resource, part.items)).entries()) {
        seen.evaluated++;
        // Objects that have not changed since share the bytes of the cache: an old state costs only what changed.
        const present = cache.entryAt(item.key.slice(cache.prefix.length), item.modRevision);
        const entry = present ?? tryRead(resource, item);
        if (entry instanceof CorruptObjectError) {
          if (!selection.mayMatch(entry.key)) continue;
          throw unreadableList(resource, [entry], this.#detailsReadErrors);
        }
        if (!selection.matches(entry)) continue;
        entries.push(entry);
        const remaining = part.count - at - 1;
        if (entries.length === limit && remaining > 0) return page(true, remaining);
      }
      if (!part.more) return page(false, 0);
      startKey = `${part.items.at(-1)!.key}\0`;
      // A selection may leave out nearly everything.
      pageSize = Math.min(pageSize * 2, maxPageSize);
    }
  }

  #result({ selection }: ListRequest, { revision, entries, more, remaining }: Page): ListResult {
    if (!more) return { revision, entries, continueToken: '', remaining: undefined, tree: undefined };
    const last = entries.at(-1)!.key.slice(selection.range.from.length);
    const continueToken = this.#tokens.encode({ revision, startKey: `${last}\0` });
    return {
      revision,
      entries,
      continueToken,
      remaining: selection.isPlain ? remaining : undefined,
      tree: undefined,
    };
  }

  /** `wanted`: the revision that is asked for. */
  async #store<T>(
    resource: StoredResource,
    operation: string,
    call: () => Promise<T>,
    wanted?: number,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (isExpired(error)) throw expired('The resourceVersion for the provided list is too old.');
      if (wanted !== undefined && error instanceof KvError && error.code === 'FutureRevision')
        throw resourceVersionTooLarge(wanted, this.#feed.revision, 1);
      throw storageError(error, resource.type, operation);
    }
  }
}

/** Converts items of the store to what the cache can read. */
async function inVersion(
  { converter }: StoredResource,
  items: readonly KeyValue[],
): Promise<readonly KeyValue[]> {
  if (!converter?.isRemote) return items;
  return Promise.all(
    items.map(async (item) =>
      item.unreadable === undefined ? { ...item, value: await converter.fromStore(item.value) } : item,
    ),
  );
}

/** Throws StatusError for what cannot be decrypted for now. */
function tryRead({ cache, type }: StoredResource, item: KeyValue): CacheEntry | CorruptObjectError {
  try {
    return cache.tryRead(item);
  } catch (error) {
    throw storageError(error, type, 'list');
  }
}

const isExpired = (error: unknown): boolean =>
  (error instanceof KvError && error.code === 'Expired') || (error as StatusError).reason === 'Expired';
