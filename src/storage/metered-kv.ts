import { currentTrace, within } from '../util/tracing/request-trace.ts';
import type {
  KeyValue,
  Kv,
  KvStatus,
  LeaseId,
  RangeOptions,
  RangeResult,
  Watch,
  WatchHandler,
  WatchOptions,
  WriteOptions,
  WriteResult,
} from './kv.ts';

/** Receives the duration of an operation of the store, in seconds, whether it succeeded or not, and its key. */
export type ObserveOperation = (operation: string, seconds: number, key: string | undefined) => void;

/** Names of the operations in traces, before the name of the store. */
const spanNames = {
  currentRevision: 'CurrentRevision',
  get: 'Get',
  range: 'List',
  count: 'Count',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
} as const;

type MeteredOperation = keyof typeof spanNames;

/** A store whose reads and writes are timed, for the metrics and for the request that they are done for. */
export class MeteredKv implements Kv {
  readonly #kv: Kv;
  readonly #observe: ObserveOperation;
  readonly #store: string;

  /** `store`: its name in traces. */
  constructor(kv: Kv, observe: ObserveOperation, store: 'embedded' | 'etcd3') {
    this.#kv = kv;
    this.#observe = observe;
    this.#store = store;
  }

  currentRevision(): Promise<number> {
    return this.#timed('currentRevision', undefined, () => this.#kv.currentRevision());
  }

  get(
    key: string,
    options?: { revision?: number },
  ): Promise<{ item: KeyValue | undefined; revision: number }> {
    return this.#timed('get', key, () => this.#kv.get(key, options));
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#timed('range', prefix, () => this.#kv.range(prefix, options));
  }

  count(prefix: string): Promise<number> {
    return this.#timed('count', prefix, () => this.#kv.count(prefix));
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<WriteResult> {
    return this.#timed('create', key, () => this.#kv.create(key, value, options));
  }

  update(key: string, value: Buffer, modRevision: number, options?: WriteOptions): Promise<WriteResult> {
    return this.#timed('update', key, () => this.#kv.update(key, value, modRevision, options));
  }

  delete(key: string, modRevision: number): Promise<WriteResult> {
    return this.#timed('delete', key, () => this.#kv.delete(key, modRevision));
  }

  get writeError(): string | undefined {
    return this.#kv.writeError;
  }

  get replacements(): number {
    return this.#kv.replacements;
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

  watch(fromRevision: number, handler: WatchHandler, options?: WatchOptions): Watch {
    return this.#kv.watch(fromRevision, handler, options);
  }

  status(timeout?: number): Promise<KvStatus> {
    return this.#kv.status(timeout);
  }

  close(): Promise<void> {
    return this.#kv.close();
  }

  /** `key`: the key or the prefix that the operation is about. */
  async #timed<T>(operation: MeteredOperation, key: string | undefined, run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const trace = currentTrace();
    try {
      if (trace?.span === undefined) return await run();
      const attributes = (): Record<string, string> => ({
        'db.operation.name': operation,
        ...(key !== undefined && { 'db.query.text': key }),
      });
      return await within(`${spanNames[operation]} ${this.#store}`, attributes, 'client', run);
    } finally {
      const taken = performance.now() - start;
      trace?.add('storage', taken);
      this.#observe(operation, taken / 1000, key);
    }
  }
}
