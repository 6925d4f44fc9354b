import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import type { ApiClient } from '../api/api-client.ts';
import { isAnswer } from '../api/api-error.ts';
import type { ObjectList, PartialObject, ResourceType } from '../api/resource-client.ts';
import type { WatchEvent } from '../api/watch-events.ts';
import { CallError } from '../call-error.ts';
import type { Pause } from '../retry.ts';
import { isVersionUnusable, Lists } from './lists.ts';
import type { ObjectStore } from './object-store.ts';
import { ReflectorBackoff } from './reflector-backoff.ts';
import { StreamedLists } from './streamed-lists.ts';

/** Seconds of a watch: from these, and by chance up to as many more. */
const watchSeconds = 300;
/** Milliseconds: a watch that ends earlier without an event has not begun. */
const veryShort = 1_000;

export interface ReflectorOptions<T extends PartialObject> {
  client: ApiClient;
  store: ObjectStore<T>;
  isPartial: boolean;
  /** Whether lists are asked for as streams, where the server offers that. */
  isStreamed?: boolean;
  /** Measures durations. */
  clock: Clock;
  random: Random;
  pause: Pause;
  warn(message: string): void;
}

/** Keeps a store as the server has it: lists what there is, then watches. */
export class Reflector<T extends PartialObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #lists: Lists<T>;
  readonly #streams: StreamedLists<T> | undefined;
  readonly #backoff: ReflectorBackoff;
  /** The newest version that the server has shown; "0" before the first. */
  #version = '0';
  #isUnusable = false;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    const { client, isPartial, store } = options;
    this.#lists = new Lists(client, isPartial);
    if (options.isStreamed)
      this.#streams = new StreamedLists({ client, isPartial, known: (object) => store.known(object) });
    this.#backoff = new ReflectorBackoff(options.clock, options.random);
  }

  /** Everything anew. `isFresh`: as it is in the server's store now, and not as a cache of the server has it. */
  async list(type: ResourceType, signal: AbortSignal, isFresh = false): Promise<void> {
    const version = isFresh || this.#isUnusable ? '' : this.#version;
    const list = await this.#all(type, version, signal).catch((error: unknown) => {
      if (version === '' || !isVersionUnusable(error)) throw error;
      this.#isUnusable = true;
      return this.#all(type, '', signal);
    });
    signal.throwIfAborted();
    this.#isUnusable = false;
    this.#options.store.replace(list.items);
    this.#version = list.metadata.resourceVersion ?? '';
  }

  async #all(type: ResourceType, version: string, signal: AbortSignal): Promise<ObjectList<T>> {
    return (await this.#streams?.all(type, version, signal)) ?? this.#lists.all(type, version, signal);
  }

  /** Follows the changes after the last list. Rejects when there has to be another one. */
  async watch(type: ResourceType, signal: AbortSignal): Promise<never> {
    for (;;) {
      const began = this.#options.clock.now();
      let events = 0;
      try {
        for await (const event of this.#events(type, signal)) {
          signal.throwIfAborted();
          this.#apply(event);
          events++;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (isBusy(error)) {
          await this.wait(signal);
          continue;
        }
        if (!isEndOfStream(error)) throw error;
      }
      signal.throwIfAborted();
      const isShort = events === 0 && this.#options.clock.now() - began < veryShort;
      if (isShort) {
        throw new Error(
          'very short watch: Unexpected watch close - watch lasted less than a second and no items received',
        );
      }
    }
  }

  /** After a failure, before the next try. */
  wait(signal: AbortSignal): Promise<void> {
    return this.#options.pause(this.#backoff.pause(), signal);
  }

  #events(type: ResourceType, signal: AbortSignal): AsyncGenerator<WatchEvent<T>> {
    const { client, random, isPartial } = this.#options;
    const timeoutSeconds = watchSeconds + random.below(watchSeconds);
    const query = { resourceVersion: this.#version, allowWatchBookmarks: true, timeoutSeconds };
    return client.resource<T>(type).watch('', query, signal, isPartial);
  }

  #apply({ type, object }: WatchEvent<T>): void {
    const { store, warn } = this.#options;
    const { namespace = '', name = '', resourceVersion } = object.metadata;
    if (type === 'ADDED' || type === 'MODIFIED') store.put(object);
    else if (type === 'DELETED') store.remove(namespace, name);
    else if (type !== 'BOOKMARK') return warn(`an event of the unknown type ${JSON.stringify(type)}`);
    this.#version = resourceVersion ?? this.#version;
  }
}

/** Nothing is lost by asking for the same watch later: the server is not there, or has too much to do. */
function isBusy(error: unknown): boolean {
  if (isAnswer(error, 429)) return true;
  const cause = error instanceof CallError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED';
}

/** A connection that breaks is an end like any other. */
const isEndOfStream = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'reset' || error.code === 'timeout');
