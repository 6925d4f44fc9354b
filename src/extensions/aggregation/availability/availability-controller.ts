import { equalValues } from '../../../api/json/json-values.ts';
import type { ObjectKey } from '../../../api/meta/lister.ts';
import type { User } from '../../../api/meta/user.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { ControllerWriter } from '../../../registry/write/controller-writer.ts';
import type { Clock } from '../../../util/clock.ts';
import type { QueueMeter } from '../../../util/metrics/queue-meter.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import { type ApiService, availabilityOf, isRemote } from '../api-service/api-service.ts';
import type { ApiServiceChange, ApiServices } from '../api-service/api-services.ts';
import type { Backends } from '../backend/backends.ts';
import { probe } from './probe.ts';
import { type Availability, checkService, type ServiceListers } from './service-check.ts';

export interface AvailabilityObserver {
  /** Receives the result of each check. */
  availability(name: string, isAvailable: boolean): void;
  /** It was available, and is not any more. */
  becameUnavailable(name: string, reason: string): void;
  forgotten(name: string): void;
}

export interface AvailabilityDependencies extends ServiceListers {
  apiServices: ApiServices;
  writer: ControllerWriter<ApiService>;
  backends: Backends;
  clock: Clock;
  observer: AvailabilityObserver;
  /** User as whom servers are asked. */
  asker: User;
  meter?: QueueMeter;
  report(message: string): void;
}

/** Milliseconds between two looks at an APIService of which nothing is heard. */
const resync = 30_000;

const local: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/** Finds out which APIServices have a server that answers, and writes it into their status. */
export class AvailabilityController {
  readonly #dependencies: AvailabilityDependencies;
  readonly #queue: WorkQueue;
  readonly #held = new DisposableStack();

  constructor(dependencies: AvailabilityDependencies) {
    this.#dependencies = dependencies;
    this.#queue = new WorkQueue({
      meter: dependencies.meter,
      workers: 5,
      firstRetry: 5,
      maxRetryDelay: 30_000,
      work: (name) => this.#sync(name),
      report: (name, error) => dependencies.report(`availability of APIService ${name}: ${error.message}`),
      resync: { interval: resync, keys: () => dependencies.apiServices.names },
    });
  }

  start(): void {
    const { services, endpoints } = this.#dependencies;
    const behind = (place: ObjectKey): void => this.#enqueueThoseBehind(place);
    this.#held.use(services.observe(behind));
    this.#held.use(endpoints.observe(behind));
    this.#queue.start();
  }

  async close(): Promise<void> {
    this.#held.dispose();
    await this.#queue.close();
  }

  changed({ name, before, after }: ApiServiceChange): void {
    // Its own writes are no news.
    const isSame = before?.metadata.uid === after?.metadata.uid && equalValues(before?.spec, after?.spec);
    if (!isSame) this.#queue.add(name);
  }

  /** Called for every change of any Service and its Endpoints: only the few remote APIServices are looked at. */
  #enqueueThoseBehind({ namespace, name }: ObjectKey): void {
    for (const { spec, metadata } of this.#dependencies.apiServices.remotes()) {
      if (spec.service.namespace === namespace && spec.service.name === name)
        this.#queue.add(metadata.name ?? '');
    }
  }

  async #sync(name: string): Promise<void> {
    const { apiServices, backends, observer } = this.#dependencies;
    const service = apiServices.get(name);
    if (service === undefined) {
      this.#queue.forget(name);
      return observer.forgotten(name);
    }
    const found = isRemote(service)
      ? (checkService(service, this.#dependencies) ??
        (await probe(service, backends, this.#dependencies.asker)))
      : local;
    observer.availability(name, found.status === 'True');
    await this.#write(service, found);
    if (found.reason === 'FailedDiscoveryCheck') this.#queue.retry(name);
    else this.#queue.forget(name);
  }

  async #write(service: ApiService, found: Availability): Promise<void> {
    const { writer, clock, observer } = this.#dependencies;
    const { name = '' } = service.metadata;
    const before = availabilityOf(service);
    if (isSame(before, found)) return;
    await writer.update(name, (current) => withAvailability(current, found, timeNow(clock.now())));
    if (before?.status === 'True' && found.status !== 'True') observer.becameUnavailable(name, found.reason);
  }
}

const isSame = (before: Availability | ReturnType<typeof availabilityOf>, found: Availability): boolean =>
  before?.status === found.status && before.reason === found.reason && before.message === found.message;

function withAvailability(service: ApiService, found: Availability, now: string): ApiService {
  const before = availabilityOf(service);
  const lastTransitionTime = before?.status === found.status ? before.lastTransitionTime : now;
  const { status, reason, message } = found;
  const condition = { type: 'Available', status, lastTransitionTime, reason, message };
  const others = service.status.conditions ?? [];
  const conditions = before
    ? others.map((one) => (one === before ? condition : one))
    : [...others, condition];
  return { ...service, status: { ...service.status, conditions } };
}
