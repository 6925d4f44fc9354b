import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../api/meta/lister.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import { textsOf } from '../../api/quota/amounts.ts';
import { type CountedType, Evaluators } from '../../api/quota/evaluators/evaluators.ts';
import { quotaFeatures } from '../../api/quota/evaluators/features.ts';
import { UsageTracker } from '../../api/quota/usage-tracker.ts';
import type { CoreV1ResourceQuota } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import type { WorkQueue } from '../../util/work-queue.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { keyedQueue, StaleCacheError } from '../shared/queue-controller.ts';
import { LoadedTypes } from './loaded-types.ts';
import { PeriodicCount } from './periodic-count.ts';
import { TypeMonitor } from './type-monitor.ts';
import { isUrgent } from './urgency.ts';

/** Milliseconds in which changes gather: many pods of a namespace often end together. */
const rest = 200;

const quotaType = { group: '', version: 'v1', resource: 'resourcequotas' };
/** Types of which more counts than their number, or by which others are counted. */
const wholeTypes: readonly GroupResource[] = [
  ...['pods', 'services', 'persistentvolumeclaims', 'resourcequotas'].map((resource) => ({
    group: '',
    resource,
  })),
  ...['resourceclaims', 'deviceclasses'].map((resource) => ({ group: 'resource.{api}', resource })),
];

export interface QuotaSettings {
  workers: number;
  /** Milliseconds between two counts of everything; 0 for none. */
  period: number;
}

/** Brings the status of quotas up to date. */
export class QuotaController implements Controller {
  readonly #dependencies: ControllerDependencies;
  readonly #quotas: Lister<CoreV1ResourceQuota>;
  readonly #objects: Objects;
  readonly #loaded: LoadedTypes;
  readonly #types: TypeMonitor;
  /** Quotas that are to be in force as soon as possible do not wait for the others. */
  readonly #urgent: WorkQueue;
  readonly #others: WorkQueue;
  readonly #counts: PeriodicCount;
  /** Namespaces whose quotas have to be looked at. */
  readonly #changed = new Set<string>();
  /** Until the types are known, nothing is counted. */
  #evaluators: Evaluators | undefined;
  #tracker: UsageTracker | undefined;

  constructor(dependencies: ControllerDependencies, { workers, period }: QuotaSettings) {
    const { objects, log, meterOf } = dependencies;
    const work = (key: string): Promise<void> => this.#sync(key);
    this.#dependencies = dependencies;
    this.#quotas = objects.lister<CoreV1ResourceQuota>(quotaType);
    this.#objects = countedObjects(dependencies);
    this.#loaded = new LoadedTypes(this.#objects);
    this.#types = new TypeMonitor(dependencies, (types) => this.#count(types));
    this.#urgent = keyedQueue({ log, meter: meterOf?.('resourcequota_priority'), workers, work });
    this.#others = keyedQueue({ log, meter: meterOf?.('resourcequota_primary'), workers, work });
    this.#counts = new PeriodicCount(
      period,
      () => this.#namespaces(),
      (namespace) => this.#mark(namespace),
    );
  }

  start(): void {
    this.#types.start();
    this.#counts.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#types.close(), this.#counts.close()]);
    this.#tracker?.[Symbol.dispose]();
    await Promise.all([this.#urgent.close(), this.#others.close()]);
  }

  /** From now on objects of these types are counted. */
  #count(types: readonly CountedType[]): void {
    const { dialect, gates, clock, log } = this.#dependencies;
    this.#tracker?.[Symbol.dispose]();
    const features = quotaFeatures(gates);
    this.#evaluators = new Evaluators(types, { dialect, features, objects: this.#objects });
    this.#tracker = new UsageTracker(
      this.#objects,
      this.#evaluators,
      clock,
      (namespace) => this.#mark(namespace),
      (message) => log.warn(message),
    );
  }

  #namespaces(): Iterable<string> {
    return new Set(this.#quotas.list().map(({ metadata }) => metadata.namespace!));
  }

  /** Namespaces that change in this turn are counted afterwards, when the caches show the change. */
  #mark(namespace: string): void {
    if (this.#changed.size === 0) setImmediate(() => this.#enqueue());
    this.#changed.add(namespace);
  }

  #enqueue(): void {
    const isCounted = (resource: string): boolean =>
      (this.#evaluators?.concerning(new Set([resource])).length ?? 0) > 0;
    for (const namespace of this.#changed) {
      for (const quota of this.#quotas.list(namespace)) {
        const key = `${namespace}/${quota.metadata.name}`;
        if (isUrgent(quota, isCounted)) this.#urgent.add(key);
        else this.#others.addAfter(key, rest);
      }
    }
    this.#changed.clear();
  }

  async #sync(key: string): Promise<void> {
    const [namespace, name] = key.split('/') as [string, string];
    if (this.#counts.takes(namespace)) this.#tracker?.recount(namespace);
    const nextEnd = this.#tracker?.endObjects(namespace);
    await this.#write(namespace, name);
    const nextExpiry = this.#tracker?.quotaOf(namespace, name)?.nextExpiry();
    const next = Math.min(nextEnd ?? Infinity, nextExpiry ?? Infinity);
    if (next !== Infinity) this.#others.addAfter(key, Math.max(rest, next - this.#dependencies.clock.now()));
  }

  /** By compare-and-swap on what was seen: a charge that comes in between wins. */
  async #write(namespace: string, name: string): Promise<void> {
    const { client } = this.#dependencies;
    if (this.#isTrue(namespace, name)) return;
    await this.#loaded.load(this.#tracker?.typesIn(namespace) ?? []);
    this.#tracker?.checkKnown(namespace);
    const quota = this.#tracker?.quotaOf(namespace, name);
    const stored = this.#quotas.get(namespace, name);
    if (quota === undefined || stored === undefined || this.#isTrue(namespace, name)) return;
    if (stored.metadata.resourceVersion !== quota.resourceVersion) throw new StaleCacheError();
    const used = textsOf(quota.target(this.#dependencies.clock.now()));
    const changed = { ...stored, status: { hard: { ...stored.spec.hard }, used } };
    try {
      await client.resource<CoreV1ResourceQuota>(quotaType).update(namespace, name, changed, 'status');
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #isTrue(namespace: string, name: string): boolean {
    return this.#tracker?.quotaOf(namespace, name)?.isTrue(this.#dependencies.clock.now()) ?? true;
  }
}

/** The part of all objects that has to be known to count them. */
function countedObjects({ objects, metadata, dialect }: ControllerDependencies): Objects {
  const whole = new Set(
    wholeTypes.map(({ group, resource }) =>
      groupResourceText({ group: fillPlaceholders(dialect, group), resource }),
    ),
  );
  return { lister: (type) => (whole.has(groupResourceText(type)) ? objects : metadata).lister(type) };
}
