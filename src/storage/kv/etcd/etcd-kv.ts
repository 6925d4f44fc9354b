import type { ICompare, IRangeRequest, IRangeResponse, IRequestOp } from 'etcd3';
import {
  type Kv,
  KvError,
  type KvStatus,
  type LeaseId,
  type RangeOptions,
  type RangeResult,
  type Watch,
  type WatchHandler,
  type WatchOptions,
  type WriteOptions,
  type WriteResult,
} from '../../kv.ts';
import type { Cluster, ReadOptions } from './cluster.ts';
import { HistoryCheck } from './history-check.ts';
import { EtcdLeases } from './leases.ts';
import {
  integer,
  isAbsent,
  isAt,
  keyBytes,
  put,
  rangeRequest,
  remove,
  revisionRequest,
  toKeyValue,
  writeIf,
} from './messages.ts';
import { compact, range, txn } from './methods.ts';
import { readStatus } from './status.ts';
import { EtcdWatch } from './watch.ts';

/** Shares of members in the time of reads of one key, and of many. */
const shortRead: ReadOptions = { attempt: 2000, askNextAfter: 150 };
const longRead: ReadOptions = { attempt: 5000, askNextAfter: 1000 };

/** The time of an attempt to compact, in milliseconds. */
const compactionTimeout = 5000;

const statusTimeout = 5000;

/** For how long a store counts as full after it has refused a write, in milliseconds. */
const refusalHolds = 60_000;

export interface EtcdKvOptions {
  /** After how many milliseconds of silence a watch asks the member whether it is there. */
  livenessInterval: number;
}

/** A store in an etcd cluster. Takes the cluster over, and closes it when it is closed. */
export class EtcdKv implements Kv {
  readonly #cluster: Cluster;
  readonly #options: EtcdKvOptions;
  readonly #leases: EtcdLeases;
  readonly #watches = new Set<EtcdWatch>();
  readonly #history = new HistoryCheck((reason) => this.#endWatches(new KvError('Replaced', reason)));
  #closed = false;
  /** The message and time of etcd's last refusal of a write. */
  #refusal: { text: string; at: number } | undefined;

  constructor(cluster: Cluster, options: EtcdKvOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#leases = new EtcdLeases(cluster);
  }

  get replacements(): number {
    return this.#history.replacements;
  }

  get writeError(): string | undefined {
    if (this.#refusal === undefined || performance.now() - this.#refusal.at > refusalHolds) return undefined;
    return this.#refusal.text;
  }

  async currentRevision(): Promise<number> {
    const { header } = await this.#range(revisionRequest, shortRead);
    return integer(header.revision);
  }

  async get(key: string, options: { revision?: number } = {}) {
    const request = { key: keyBytes(key), revision: options.revision ?? 0 };
    const { kvs, header } = await this.#range(request, shortRead);
    const item = kvs.length === 0 ? undefined : toKeyValue(kvs[0]!);
    return { item, revision: options.revision ?? integer(header.revision) };
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const { kvs, more, count, header } = await this.#range(rangeRequest(prefix, options), longRead);
    const revision = options.revision ?? integer(header.revision);
    return { items: kvs.map(toKeyValue), more, count: integer(count), revision };
  }

  async count(prefix: string): Promise<number> {
    const { count } = await this.#range({ ...rangeRequest(prefix), count_only: true }, longRead);
    return integer(count);
  }

  async create(key: string, value: Buffer, options: WriteOptions = {}): Promise<WriteResult> {
    const bytes = keyBytes(key);
    return this.#write(isAbsent(bytes), put(bytes, value, options.lease));
  }

  async update(
    key: string,
    value: Buffer,
    modRevision: number,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    const bytes = keyBytes(key);
    return this.#write(isAt(bytes, modRevision), put(bytes, value, options.lease));
  }

  async delete(key: string, modRevision: number): Promise<WriteResult> {
    const bytes = keyBytes(key);
    return this.#write(isAt(bytes, modRevision), remove(bytes));
  }

  async grantLease(ttlSeconds: number): Promise<LeaseId> {
    this.#ensureOpen();
    return this.#leases.grant(ttlSeconds);
  }

  async keepLeaseAlive(lease: LeaseId): Promise<void> {
    this.#ensureOpen();
    await this.#leases.keepAlive(lease);
  }

  async revokeLease(lease: LeaseId): Promise<void> {
    this.#ensureOpen();
    await this.#leases.revoke(lease);
  }

  async compact(revision: number): Promise<void> {
    this.#ensureOpen();
    try {
      await this.#cluster.read(compact, { revision }, { attempt: compactionTimeout });
    } catch (error) {
      // Compacted that far or farther already, by another replica or by an attempt whose answer was lost.
      if (!(error instanceof KvError && error.code === 'Expired')) throw error;
    }
  }

  watch(fromRevision: number, handler: WatchHandler, { previous = true }: WatchOptions = {}): Watch {
    this.#ensureOpen();
    const watch = new EtcdWatch(this.#cluster, handler, {
      fromRevision,
      previous,
      livenessInterval: this.#options.livenessInterval,
      history: this.#history,
      onSuspicion: () => this.#verify(),
      onClosed: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch;
  }

  async status(timeout = statusTimeout): Promise<KvStatus> {
    this.#ensureOpen();
    return readStatus(this.#cluster.members, timeout);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endWatches(new KvError('Closed', 'the store is closed'));
    this.#cluster[Symbol.dispose]();
  }

  #endWatches(error: KvError): void {
    for (const watch of [...this.#watches]) watch.end(error);
  }

  #ensureOpen(): void {
    if (this.#closed) throw new KvError('Closed', 'the store is closed');
  }

  /** etcd takes deletions, and nothing else, until its alarm is disarmed. */
  #refused(error: unknown): never {
    if (!(error instanceof KvError) || error.code !== 'Full') throw error;
    const text =
      `the store is full: ${error.message}. Writes are refused until etcd has been compacted and defragmented ` +
      'and its alarm disarmed; objects can be deleted';
    this.#refusal = { text, at: performance.now() };
    throw new KvError('Full', text, { cause: error });
  }

  /** A quorum read shows whether the store goes on with the history that was seen. */
  #verify(): void {
    this.currentRevision().catch(() => {});
  }

  async #range(request: IRangeRequest, options: ReadOptions): Promise<IRangeResponse> {
    this.#ensureOpen();
    const asked = this.#history.ask();
    const answer = await this.#cluster.read(range, request, options).catch((error: unknown) => {
      // One that was there once: what the store says otherwise shows whether it was set back.
      const isFuture = error instanceof KvError && error.code === 'FutureRevision';
      if (isFuture && Number(request.revision) <= asked.revision) this.#verify();
      throw error;
    });
    if (this.#history.accept(answer.header, asked)) return answer;
    throw new KvError('Unavailable', 'etcd was replaced while it was asked');
  }

  async #write(condition: ICompare, write: IRequestOp): Promise<WriteResult> {
    this.#ensureOpen();
    const asked = this.#history.ask();
    const answer = await this.#cluster
      .write(txn, writeIf(condition, write))
      .catch((error: unknown) => this.#refused(error));
    if (!this.#history.accept(answer.header, asked, answer.succeeded))
      throw new KvError('Unknown', 'etcd was replaced while it was written to');
    if (answer.succeeded && write.request_put) this.#refusal = undefined;
    const revision = integer(answer.header.revision);
    if (answer.succeeded) return { done: true, revision };
    const [kv] = answer.responses[0]!.response_range.kvs;
    return { done: false, current: kv === undefined ? undefined : toKeyValue(kv), revision };
  }
}
