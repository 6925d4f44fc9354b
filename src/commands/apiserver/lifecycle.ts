import type { HealthCheck } from '../../server/routing/health.ts';
import type { StoreHealth } from '../../storage/store-health.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { Clock } from '../../util/clock.ts';
import type { ServerLog } from '../server-log.ts';
import type { StartHook } from './start-steps.ts';

/** The parts that the health checks cover. */
interface CheckedParts {
  store: StoreHealth;
  /** The same for readiness, which may wait for another time. */
  readyStore: StoreHealth;
  feed: CacheFeed;
  serverLog: ServerLog;
  isEmbedded: boolean;
  /** Checks of encryption providers that may be out of reach. */
  providers: readonly HealthCheck[];
  /** Throws while there are no APIServices for all that is built in. */
  checkRegistration(): void;
}

const everything = new Selection('');

/** The state of the server between start and stop, for its health checks. */
export class Lifecycle {
  readonly #clock: Clock;
  readonly #livezGracePeriod: number;
  readonly #begun: number;
  /** Steps of the start that are not done. */
  readonly #open: Set<string>;
  readonly #hooks: StartHook[];
  #stopping = false;

  /** `hooks`: what has to be done before the server is ready. */
  constructor(clock: Clock, livezGracePeriod: number, hooks: readonly StartHook[]) {
    this.#clock = clock;
    this.#livezGracePeriod = livezGracePeriod;
    this.#begun = clock.now();
    this.#hooks = [...hooks];
    this.#open = new Set(hooks.map(({ step }) => step));
  }

  /** More hooks, before `checks` are made. */
  expect(hooks: readonly StartHook[]): void {
    this.#hooks.push(...hooks);
    for (const { step } of hooks) this.#open.add(step);
  }

  done(step: string): void {
    this.#open.delete(step);
  }

  stopping(): void {
    this.#stopping = true;
  }

  /**
   * The checks of /healthz, /livez and /readyz. A store of one's own that takes no writes is to be seen; with an etcd
   * that takes none all replicas would be out of service at once, for reads and deletions as well. So would they be for
   * an object that cannot be read, although only what it may belong to is refused: that is a notice.
   */
  checks({ store, readyStore, feed, serverLog, isEmbedded, providers, checkRegistration }: CheckedParts): {
    healthz: HealthCheck[];
    livez: HealthCheck[];
    readyz: HealthCheck[];
  } {
    const ping: HealthCheck = { name: 'ping', check: () => {} };
    // Lines that are lost are no reason to start the server again.
    const log: HealthCheck = { name: 'log', check: () => {} };
    const writtenLog: HealthCheck = { name: 'log', check: () => serverLog.check() };
    const etcd: HealthCheck = { name: 'etcd', check: () => store.check() };
    const readyEtcd: HealthCheck = { name: 'etcd', check: () => readyStore.check() };
    const writable: HealthCheck = { name: 'etcd-readiness', check: () => store.checkWritable() };
    const caches: HealthCheck = {
      name: 'informer-sync',
      check: () => fails(!feed.ready, 'the caches are not loaded'),
    };
    const readable: HealthCheck = {
      name: 'storage-readable',
      isNotice: true,
      check: () => {
        const message = unreadableText(feed.caches);
        fails(message !== '', message);
      },
    };
    const shutdown: HealthCheck = {
      name: 'shutdown',
      check: () => fails(this.#stopping, 'process is shutting down'),
    };
    const steps = this.#hooks.map(({ name, step }) => ({
      name: `poststarthook/${name}`,
      check: () => fails(this.#open.has(step), 'not finished'),
    }));
    const registration: HealthCheck = { name: 'autoregister-completion', check: checkRegistration };
    const registering = steps.findIndex(({ name }) => name.endsWith('-autoregistration'));
    const completed = steps.toSpliced(registering + 1, 0, registration);
    const patient = completed.map(({ name, check }) => ({
      name,
      check: () => (this.#inGracePeriod() ? undefined : check()),
    }));
    return {
      healthz: [ping, log, etcd, ...providers, ...completed],
      livez: [ping, log, etcd, ...providers, ...patient],
      readyz: [
        ...[ping, writtenLog, readyEtcd, ...(isEmbedded ? [writable] : []), ...providers, caches, readable],
        ...[...completed, shutdown],
      ],
    };
  }

  #inGracePeriod(): boolean {
    return this.#clock.now() - this.#begun < this.#livezGracePeriod;
  }
}

/** Number of objects that cannot be read, and one of each type; "" without any. */
function unreadableText(caches: readonly ResourceCache[]): string {
  const damaged = caches.filter(({ unreadable }) => unreadable.size > 0);
  const texts = damaged.map(({ resourceName, prefix, unreadable }) => {
    const [first] = unreadable.within(everything);
    return `${unreadable.size} of ${resourceName} (${prefix}${first!.key}: ${first!.message})`;
  });
  return texts.length === 0 ? '' : `objects cannot be read: ${texts.join(', ')}`;
}

function fails(condition: boolean, message: string): void {
  if (condition) throw new Error(message);
}
