import type { Lister } from '../../../api/meta/lister.ts';
import type { User } from '../../../api/meta/user.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { ControllerWriter } from '../../../registry/write/controller-writer.ts';
import type { Clock } from '../../../util/clock.ts';
import { PeriodicTask } from '../../../util/periodic-task.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import { type ApiService, availabilityOf, isRemote } from '../api-service/api-service.ts';
import type { Backends } from '../backend/backends.ts';
import { probe } from './probe.ts';
import { type Availability, checkService, type ServiceListers } from './service-check.ts';

export interface AvailabilityObserver {
  /** Told at each look. */
  availability(name: string, isAvailable: boolean): void;
  /** It was available, and is not any more. */
  becameUnavailable(name: string, reason: string): void;
  forgotten(name: string): void;
}

export interface AvailabilityDependencies extends ServiceListers {
  apiServices: Lister<ApiService>;
  writer: ControllerWriter<ApiService>;
  backends: Backends;
  clock: Clock;
  observer: AvailabilityObserver;
  /** As whom servers are asked. */
  asker: User;
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
  readonly #given: AvailabilityDependencies;
  readonly #queue: WorkQueue;
  readonly #held = new DisposableStack();
  readonly #resync: PeriodicTask;

  constructor(given: AvailabilityDependencies) {
    this.#given = given;
    this.#queue = new WorkQueue({
      ...{ workers: 5, firstRetry: 5, longestRetry: 30_000 },
      work: (name) => this.#sync(name),
      report: (name, error) => given.report(`availability of APIService ${name}: ${error.message}`),
    });
    const all = async (): Promise<void> => {
      for (const { metadata } of given.apiServices.list()) this.#queue.add(metadata.name ?? '');
    };
    this.#resync = new PeriodicTask(all, resync, () => {});
  }

  start(): void {
    const { apiServices, services, endpoints } = this.#given;
    this.#held.use(
      apiServices.observe(({ name, before, after }) => {
        const [old, next] = [before(), after()];
        // Its own writes are no news.
        if (old === undefined || next === undefined || !isSameSpec(old, next)) this.#queue.add(name);
      }),
    );
    const behind = ({ namespace, name }: { namespace: string; name: string }): void =>
      this.#enqueueThoseBehind(namespace, name);
    this.#held.use(services.observe(behind));
    this.#held.use(endpoints.observe(behind));
    this.#resync.start();
  }

  async close(): Promise<void> {
    this.#held.dispose();
    await Promise.all([this.#resync.close(), this.#queue.close()]);
  }

  #enqueueThoseBehind(namespace: string, name: string): void {
    for (const { spec, metadata } of this.#given.apiServices.list()) {
      if (spec.service?.namespace === namespace && spec.service.name === name)
        this.#queue.add(metadata.name ?? '');
    }
  }

  async #sync(name: string): Promise<void> {
    const { apiServices, backends, observer } = this.#given;
    const service = apiServices.get('', name);
    if (service === undefined) {
      this.#queue.forget(name);
      return observer.forgotten(name);
    }
    const found = isRemote(service)
      ? (checkService(service, this.#given) ?? (await probe(service, backends, this.#given.asker)))
      : local;
    observer.availability(name, found.status === 'True');
    await this.#write(service, found);
    if (found.reason === 'FailedDiscoveryCheck') this.#queue.retry(name);
    else this.#queue.forget(name);
  }

  async #write(service: ApiService, found: Availability): Promise<void> {
    const { writer, clock, observer } = this.#given;
    const { name = '' } = service.metadata;
    const before = availabilityOf(service);
    if (isSame(before, found)) return;
    await writer.update(name, (current) => withAvailability(current, found, timeNow(clock.now())));
    if (before?.status === 'True' && found.status !== 'True') observer.becameUnavailable(name, found.reason);
  }
}

/** Whether two versions differ in nothing that the checks look at. */
const isSameSpec = (a: ApiService, b: ApiService): boolean =>
  JSON.stringify(a.spec) === JSON.stringify(b.spec) && a.metadata.uid === b.metadata.uid;

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
