import type { Lister } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { microTimeNow } from '../../api/values/time.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { Clock } from '../../util/clock.ts';
import { Semaphore } from '../../util/semaphore.ts';
import type { Candidate } from './candidates.ts';
import { type ElectionStep, isFree, isGone, nextStep } from './decision.ts';

export interface ElectionsOptions {
  objects: Pick<SystemObjects, 'alter' | 'create'>;
  leases: Pick<Lister<CoordinationV1Lease>, 'get'>;
  candidates: Pick<Lister<Candidate>, 'list'>;
  /** `leases.coordination.…` and `leasecandidates.coordination.…` */
  types: { readonly lease: string; readonly candidate: string };
  /** Annotation of a lease whose holder was chosen. */
  annotation: string;
  /** Deletes a candidate unless it was changed meanwhile. */
  remove(candidate: ApiObject['metadata']): Promise<void>;
  clock: Clock;
}

const controller = 'leader-election-controller';
/** Leases for which something is written at a time: clients make any number of candidates. */
const leasesAtATime = 8;
/** Seconds that a lease lasts whose holder was chosen, until its holder renews it. */
const firstDuration = 5;

/** Elections of all leases that have candidates. Several servers may do the same at the same time. */
export class Elections {
  readonly #options: ElectionsOptions;

  constructor(options: ElectionsOptions) {
    this.#options = options;
  }

  /** Takes each election a step further. Rejects with the first error, after all have been tried. */
  async step(): Promise<void> {
    const byLease = Map.groupBy(
      this.#options.candidates.list(),
      ({ metadata, spec }) => `${metadata.namespace}/${spec.leaseName}`,
    );
    const places = new Semaphore(leasesAtATime);
    const outcomes = await Promise.allSettled(
      [...byLease].map(([key, all]) => places.run(() => this.#stepOf(key, all))),
    );
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  /** Removes candidates that are gone. */
  async collect(): Promise<void> {
    const now = this.#options.clock.now();
    for (const candidate of this.#options.candidates.list())
      if (isGone(candidate, now)) await this.#options.remove(candidate.metadata as ApiObject['metadata']);
  }

  async #stepOf(key: string, candidates: readonly Candidate[]): Promise<void> {
    const [namespace, name] = key.split('/') as [string, string];
    const { leases, clock } = this.#options;
    const step = nextStep(leases.get(namespace, name), candidates, clock.now());
    if (step.do === 'ping') await this.#ping(namespace, step.names);
    if (step.do === 'elect') await this.#elect(namespace, name, step);
  }

  async #ping(namespace: string, names: readonly string[]): Promise<void> {
    const { objects, types, clock } = this.#options;
    const pingTime = microTimeNow(clock.now());
    for (const name of names)
      await objects.alter(types.candidate, namespace, name, (object) => {
        (object as unknown as Candidate).spec.pingTime = pingTime;
        return true;
      });
  }

  async #elect(
    namespace: string,
    name: string,
    { holder, strategy }: Extract<ElectionStep, { do: 'elect' }>,
  ): Promise<void> {
    const { objects, leases, types, annotation, clock } = this.#options;
    if (leases.get(namespace, name) === undefined) {
      const held = holder === undefined ? {} : this.#held(holder);
      const metadata = { name, annotations: { [annotation]: controller } };
      return objects.create(types.lease, namespace, { metadata, spec: Object.assign({ strategy }, held) });
    }
    await objects.alter(types.lease, namespace, name, (object) => {
      const lease = object as unknown as CoordinationV1Lease;
      const before = JSON.stringify(lease);
      lease.spec.strategy = strategy;
      if (holder !== undefined && isFree(lease, clock.now())) {
        delete lease.spec.preferredHolder;
        lease.metadata.annotations = { ...lease.metadata.annotations, [annotation]: controller };
        lease.spec.leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
        Object.assign(lease.spec, this.#held(holder));
      } else if (holder !== undefined && holder !== lease.spec.holderIdentity) {
        lease.spec.preferredHolder = holder;
      }
      return JSON.stringify(lease) !== before;
    });
  }

  #held(holderIdentity: string): object {
    const renewTime = microTimeNow(this.#options.clock.now());
    return { holderIdentity, leaseDurationSeconds: firstDuration, renewTime };
  }
}
