import { type Kv, KvError, type Watch, type WatchHandler } from '../../../src/storage/kv.ts';

/** A store in whose place another one is put, as an etcd is restored under those who use it. */
export class ReplaceableKv {
  replacements = 0;
  /** Called before each page is read. */
  onRange: (() => void) | undefined;
  readonly writeError = undefined;
  readonly #handlers = new Set<WatchHandler>();
  #kv: Kv;
  #isHeldBack = false;

  constructor(kv: Kv) {
    this.#kv = kv;
  }

  replace(kv: Kv): void {
    this.#kv = kv;
    this.#isHeldBack = false;
    this.replacements++;
    for (const handler of [...this.#handlers]) handler.onEnd(new KvError('Replaced', 'another history'));
    this.#handlers.clear();
  }

  /** Watches show nothing until the store is replaced. */
  holdBack(): void {
    this.#isHeldBack = true;
  }

  watch: Kv['watch'] = (from, handler, options) => {
    this.#handlers.add(handler);
    const own = this.#kv.watch(
      from,
      {
        onEvents: (events, revision) => {
          if (this.#handlers.has(handler) && !this.#isHeldBack) handler.onEvents(events, revision);
        },
        onEnd: (error) => handler.onEnd(error),
      },
      options,
    );
    const close = (): void => {
      this.#handlers.delete(handler);
      own[Symbol.dispose]();
    };
    return { [Symbol.dispose]: close, pause: () => own.pause(), resume: () => own.resume() } satisfies Watch;
  };

  range: Kv['range'] = async (prefix, options) => {
    this.onRange?.();
    return this.#kv.range(prefix, options);
  };
  currentRevision: Kv['currentRevision'] = () => this.#kv.currentRevision();
  get: Kv['get'] = (key, options) => this.#kv.get(key, options);
  count: Kv['count'] = (prefix) => this.#kv.count(prefix);
  create: Kv['create'] = (key, value, options) => this.#kv.create(key, value, options);
  update: Kv['update'] = (key, value, modRevision, options) =>
    this.#kv.update(key, value, modRevision, options);
  delete: Kv['delete'] = (key, modRevision) => this.#kv.delete(key, modRevision);
  grantLease: Kv['grantLease'] = (seconds) => this.#kv.grantLease(seconds);
  keepLeaseAlive: Kv['keepLeaseAlive'] = (lease) => this.#kv.keepLeaseAlive(lease);
  revokeLease: Kv['revokeLease'] = (lease) => this.#kv.revokeLease(lease);
  compact: Kv['compact'] = (revision) => this.#kv.compact(revision);
  status: Kv['status'] = (timeout) => this.#kv.status(timeout);
  close: Kv['close'] = () => this.#kv.close();
}
