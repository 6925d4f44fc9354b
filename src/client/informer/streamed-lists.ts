import type { ApiClient } from '../api/api-client.ts';
import { isAnswer } from '../api/api-error.ts';
import type { ObjectList, PartialObject, ResourceType } from '../api/resource-client.ts';
import { CallError } from '../call-error.ts';

/** Seconds of a list: what has not come to its end by then is asked for in pages. */
const listSeconds = 60;

/**
 * Milliseconds without an event: the server knows nothing of streamed lists, and shows what changes from now on. One that
 * does sends what there is at once.
 */
const longestSilence = 10_000;

export interface StreamedListsOptions<T> {
  readonly client: ApiClient;
  readonly isPartial: boolean;
  /** The object that is kept already in the same version, or the object itself: nothing is held twice. */
  known(object: T): T;
  /** Milliseconds without an event after which a list is given up; ten seconds if not given. */
  readonly longestSilence?: number;
}

/**
 * Lists as the first events of a watch: object by object, while a list is there as a whole on both sides. A server that
 * refuses them, or does not know of them, is asked once.
 */
export class StreamedLists<T extends PartialObject> {
  readonly #options: StreamedListsOptions<T>;
  #isOffered = true;

  constructor(options: StreamedListsOptions<T>) {
    this.#options = options;
  }

  /** All objects, at least as new as the version; undefined where the server does not stream lists. */
  async all(
    type: ResourceType,
    resourceVersion: string,
    signal: AbortSignal,
  ): Promise<ObjectList<T> | undefined> {
    if (!this.#isOffered) return undefined;
    try {
      const list = await this.#collect(type, resourceVersion, signal);
      this.#isOffered = list !== undefined;
      return list;
    } catch (error) {
      if (!isAnswer(error, 422) && !isAnswer(error, 400)) throw error;
      this.#isOffered = false;
      return undefined;
    }
  }

  /** Undefined when the watch ends, is silent or takes too long before it has said that all is there. */
  async #collect(
    type: ResourceType,
    resourceVersion: string,
    signal: AbortSignal,
  ): Promise<ObjectList<T> | undefined> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), this.#options.longestSilence ?? longestSilence);
    try {
      const either = AbortSignal.any([signal, silence.signal]);
      return await this.#initialEvents(type, resourceVersion, either, () => timer.refresh());
    } catch (error) {
      const isLate = error instanceof CallError && error.code === 'timeout';
      if (signal.aborted || !(silence.signal.aborted || isLate)) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #initialEvents(
    type: ResourceType,
    resourceVersion: string,
    signal: AbortSignal,
    onEvent: () => void,
  ): Promise<ObjectList<T> | undefined> {
    const { client, isPartial, known } = this.#options;
    const query = {
      resourceVersion,
      resourceVersionMatch: 'NotOlderThan',
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      timeoutSeconds: listSeconds,
    };
    const found = new Map<string, T>();
    for await (const event of client.resource<T>(type).watch('', query, signal, isPartial)) {
      onEvent();
      const { metadata } = event.object;
      const key = `${metadata.namespace ?? ''}/${metadata.name}`;
      if (event.type === 'DELETED') found.delete(key);
      else if (event.type !== 'BOOKMARK') found.set(key, known(event.object));
      else if (endsInitialEvents(event.object)) return { metadata, items: [...found.values()] };
    }
    return undefined;
  }
}

const endsInitialEvents = ({ metadata: { annotations = {} } }: PartialObject): boolean =>
  Object.entries(annotations).some(([key, value]) => key.endsWith('/initial-events-end') && value === 'true');
