import { Pacer } from '../../util/pacer.ts';
import {
  type KeyValue,
  type Kv,
  KvError,
  type KvEvent,
  type KvStatus,
  type LeaseId,
  type RangeOptions,
  type RangeResult,
  type Watch,
  type WatchHandler,
  type WatchOptions,
  type WriteOptions,
  type WriteResult,
} from '../kv.ts';
import { DecryptingWatch } from './decrypting-watch.ts';
import type { Encryption, Read, ResourceEncryption } from './encryption.ts';
import { RecentWrites } from './recent-writes.ts';
import type { Maybe } from './transformer.ts';

/** The resource type of the object at a key, as `secrets` or `deployments.apps`; undefined for what is no object. */
export type ResourceOfKey = (key: string) => string | undefined;

/** A store whose values are encrypted in another one. Keys are not; neither is what is no object. */
export class EncryptingKv implements Kv {
  readonly #kv: Kv;
  readonly #encryption: Encryption;
  readonly #resourceOf: ResourceOfKey;
  readonly #recent = new RecentWrites();

  constructor(kv: Kv, encryption: Encryption, resourceOf: ResourceOfKey) {
    this.#kv = kv;
    this.#encryption = encryption;
    this.#resourceOf = resourceOf;
  }

  async get(
    key: string,
    options?: { revision?: number },
  ): Promise<{ item: KeyValue | undefined; revision: number }> {
    const { item, revision } = await this.#kv.get(key, options);
    if (item === undefined) return { item, revision };
    const read = await this.#readItem(item);
    if (read.unreadable?.mayPass) throw new KvError('Encryption', read.unreadable.reason);
    return { item: read, revision };
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const result = await this.#kv.range(prefix, options);
    return options.keysOnly ? result : { ...result, items: await this.#readAll(result.items) };
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<WriteResult> {
    return this.#write(key, value, (bytes) => this.#kv.create(key, bytes, options));
  }

  update(key: string, value: Buffer, modRevision: number, options?: WriteOptions): Promise<WriteResult> {
    return this.#write(key, value, (bytes) => this.#kv.update(key, bytes, modRevision, options));
  }

  async delete(key: string, modRevision: number): Promise<WriteResult> {
    return this.#withCurrent(await this.#kv.delete(key, modRevision));
  }

  watch(fromRevision: number, handler: WatchHandler, options: WatchOptions = {}): Watch {
    const read = (event: KvEvent): Maybe<KvEvent> => this.#readEvent(event, options.defers === true);
    return new DecryptingWatch(handler, read).over((own) => this.#kv.watch(fromRevision, own, options));
  }

  get writeError(): string | undefined {
    return this.#kv.writeError;
  }

  get replacements(): number {
    return this.#kv.replacements;
  }

  currentRevision(): Promise<number> {
    return this.#kv.currentRevision();
  }

  count(prefix: string): Promise<number> {
    return this.#kv.count(prefix);
  }

  grantLease(ttlSeconds: number): Promise<LeaseId> {
    return this.#kv.grantLease(ttlSeconds);
  }

  keepLeaseAlive(lease: LeaseId): Promise<void> {
    return this.#kv.keepLeaseAlive(lease);
  }

  revokeLease(lease: LeaseId): Promise<void> {
    return this.#kv.revokeLease(lease);
  }

  compact(revision: number): Promise<void> {
    return this.#kv.compact(revision);
  }

  status(timeout?: number): Promise<KvStatus> {
    return this.#kv.status(timeout);
  }

  close(): Promise<void> {
    return this.#kv.close();
  }

  #of(key: string): ResourceEncryption | undefined {
    const resource = this.#resourceOf(key);
    return resource === undefined ? undefined : this.#encryption.of(resource);
  }

  async #write(
    key: string,
    value: Buffer,
    write: (bytes: Buffer) => Promise<WriteResult>,
  ): Promise<WriteResult> {
    const encryption = this.#of(key);
    if (encryption === undefined) return write(value);
    const encrypted = encryption.write(value, key);
    const { bytes, form } = encrypted instanceof Promise ? await encrypted : encrypted;
    if (bytes === value) return this.#withCurrent(await write(value));
    this.#recent.add(key, { bytes, value, form });
    const result = await write(bytes);
    if (!result.done) this.#recent.forget(key);
    return this.#withCurrent(result);
  }

  async #withCurrent(result: WriteResult): Promise<WriteResult> {
    if (result.done || result.current === undefined) return result;
    return { ...result, current: await this.#readItem(result.current) };
  }

  /** In slices of time; what needs calls of another process, together. */
  async #readAll(items: readonly KeyValue[]): Promise<KeyValue[]> {
    const pacer = new Pacer();
    const read: Maybe<KeyValue>[] = [];
    for (const item of items) {
      read.push(this.#readItem(item));
      if (pacer.isDue(1)) await pacer.turn();
    }
    return Promise.all(read);
  }

  #readItem(item: KeyValue): Maybe<KeyValue> {
    const read = this.#of(item.key)?.read(item.value, item.key);
    if (read === undefined) return item;
    return read instanceof Promise ? read.then((done) => withRead(item, done)) : withRead(item, read);
  }

  #readEvent(event: KvEvent, defers: boolean): Maybe<KvEvent> {
    const encryption = this.#of(event.key);
    if (encryption === undefined) return event;
    const previous = event.previous && encryption.read(event.previous, event.key);
    if (event.type === 'delete')
      return previous instanceof Promise
        ? previous.then((before) => withPrevious(event, before))
        : withPrevious(event, previous);
    const value = this.#readValue(encryption, event);
    if (!(value instanceof Promise) && !(previous instanceof Promise))
      return withPrevious(withRead(event, value), previous);
    const read = (again?: Maybe<Read>): Promise<KvEvent> =>
      Promise.all([again ?? value, previous]).then(([now, before]) =>
        withPrevious({ ...event, ...now }, before),
      );
    return defers ? deferred(event, read, () => encryption.read(event.value, event.key)) : read();
  }

  #readValue(encryption: ResourceEncryption, { key, value }: KvEvent & { type: 'put' }): Maybe<Read> {
    const recent = this.#recent.take(key, value);
    return recent === undefined ? encryption.read(value, key) : encryption.readAs(recent.value, recent.form);
  }
}

/** The same object where reading has changed nothing about it. */
function withRead<T extends { value: Buffer }>(stored: T, read: Read): T {
  return read.value === stored.value && read.encryption === undefined ? stored : { ...stored, ...read };
}

function withPrevious(event: KvEvent, previous: Read | undefined): KvEvent {
  if (previous === undefined) return event;
  if (previous.unreadable === undefined) return { ...event, previous: previous.value };
  return { ...event, previous: undefined, previousUnreadable: previous.unreadable };
}

/** The first try is under way already; each later one is a new one. */
function deferred(
  event: KvEvent & { type: 'put' },
  read: (again?: Maybe<Read>) => Promise<KvEvent>,
  readAgain: () => Maybe<Read>,
): KvEvent {
  let first: Promise<KvEvent> | undefined = read();
  const pending = (): Promise<KvEvent> => {
    const result = first ?? read(readAgain());
    first = undefined;
    return result;
  };
  return { ...event, value: nothing, previous: undefined, pending };
}

const nothing = Buffer.alloc(0);
