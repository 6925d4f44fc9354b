import { setImmediate as turn } from 'node:timers/promises';
import type { Lister, ObjectChange, ObjectKey } from '../../api/meta/lister.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import type { ApiClient } from '../api/api-client.ts';
import { isAnswer, isNotFound } from '../api/api-error.ts';
import type { PartialObject, ResourceType } from '../api/resource-client.ts';
import { ObjectStore } from './object-store.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';

/** Milliseconds until the informer asks again whether a type is served that was not. */
const askAgain = 30_000;

export interface InformerOptions extends Omit<ReflectorOptions<PartialObject>, 'store'> {
  client: ApiClient;
  /** Which version of a type to read, asked before each list; undefined while it is not served. */
  typeOf(type: GroupResource): ResourceType | undefined;
}

/** A caller that waits for a list that begins after they asked. */
interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** The objects of one resource type, kept as the server has them, for all who look at them. */
export class Informer<T extends PartialObject> implements Lister<T> {
  readonly #type: GroupResource;
  readonly #options: InformerOptions;
  readonly #store: ObjectStore<T>;
  readonly #reflector: Reflector<T>;
  readonly #closing = new AbortController();
  readonly #synced = Promise.withResolvers<void>();
  #waiters: Waiter[] = [];
  /** Type of the last list. */
  #listed: ResourceType | undefined;
  /** Ends a watch or a pause, to list anew. Undefined while a list is under way. */
  #restart: AbortController | undefined;
  #running: Promise<void> | undefined;
  #isSynced = false;

  constructor(type: GroupResource, options: InformerOptions) {
    this.#type = type;
    this.#options = options;
    this.#store = new ObjectStore<T>(type);
    const warn = (message: string): void => options.warn(`${groupResourceText(type)}: ${message}`);
    this.#reflector = new Reflector<T>({ ...options, store: this.#store, warn });
  }

  /** Whether the store has been as the server is. That of a type that is not served is. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves when it is; pending for ever when it is closed before. */
  synced(): Promise<void> {
    return this.#synced.promise;
  }

  start(): void {
    // Those who ask for a fresh list right after the start get the first one.
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  /** Asks again which version to read, and lists anew if it is another one. */
  typeChanged(): void {
    if (this.#options.typeOf(this.#type)?.version !== this.#listed?.version) this.#restart?.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#restart?.abort();
    for (const { reject } of this.#waiters.splice(0)) reject(new Error('the informer is closed'));
    await this.#running;
  }

  get(namespace: string, name: string): T | undefined {
    return this.#store.get(namespace, name);
  }

  /** Until the first list nothing is known, and no controller looks. */
  checkKnown(): void {}

  list(namespace = ''): T[] {
    return this.#store.list(namespace);
  }

  keysBy(field: string, value: string): readonly ObjectKey[] {
    return this.#store.keysBy(field, value);
  }

  observe(listener: (change: ObjectChange<T>) => void): Disposable {
    return this.#store.observe(listener);
  }

  /**
   * Lists everything anew, from the server's store: for rare cases. Rejects when that fails, or the type is not served.
   */
  waitUntilFresh(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.reject(new Error('the informer is closed'));
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#restart?.abort();
    });
  }

  /** Asks the server, and leaves the store as it is. */
  async getFresh(namespace: string, name: string): Promise<T | undefined> {
    const type = this.#options.typeOf(this.#type);
    if (type === undefined) return undefined;
    const resource = this.#options.client.resource<T>(type);
    try {
      return await (this.#options.isPartial
        ? (resource.getMetadata(namespace, name) as Promise<T>)
        : resource.get(namespace, name));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const type = this.#options.typeOf(this.#type);
      const isListed = await this.#list(type);
      if (signal.aborted || this.#waiters.length > 0) {
        // Lists that fail at once must not keep the process from everything else.
        await turn();
        continue;
      }
      await this.#untilRestart((restart) => this.#rest(type, isListed, restart));
    }
  }

  /** Whether it succeeded. */
  async #list(type: ResourceType | undefined): Promise<boolean> {
    this.#listed = type;
    const waiters = this.#waiters.splice(0);
    try {
      if (type === undefined) this.#store.replace([]);
      else await this.#reflector.list(type, this.#closing.signal, waiters.length > 0);
    } catch (error) {
      for (const { reject } of waiters) reject(error as Error);
      this.#report('list', error);
      return false;
    }
    this.#isSynced = true;
    this.#synced.resolve();
    for (const { resolve, reject } of waiters) {
      // It may be served in a moment, with objects: that there are none is not known.
      if (type === undefined) reject(new Error(`${groupResourceText(this.#type)} is not served`));
      else resolve();
    }
    return true;
  }

  /** The pause between two lists. */
  async #rest(type: ResourceType | undefined, isListed: boolean, restart: AbortSignal): Promise<void> {
    if (type === undefined) return this.#options.pause(askAgain, restart);
    if (isListed) {
      await this.#reflector.watch(type, restart).catch((error: unknown) => {
        if (!restart.aborted) this.#report('watch', error);
      });
    }
    if (!restart.aborted) await this.#reflector.wait(restart);
  }

  async #untilRestart(work: (restart: AbortSignal) => Promise<void>): Promise<void> {
    this.#restart = new AbortController();
    try {
      await work(this.#restart.signal);
    } catch (error) {
      if (!this.#restart.signal.aborted) throw error;
    } finally {
      this.#restart = undefined;
    }
  }

  #report(what: 'list' | 'watch', error: unknown): void {
    // A version that is too old is how a watch ends that was away for long.
    if (this.#closing.signal.aborted || (what === 'watch' && isAnswer(error, 410))) return;
    const { message } = error as Error;
    this.#options.warn(`failed to ${what} ${groupResourceText(this.#type)}: ${message}`);
  }
}
