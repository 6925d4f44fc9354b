import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CoreV1ResourceQuota } from '../schema/types.gen.ts';
import { one } from './amounts.ts';
import type { ObjectUsage } from './evaluators/evaluator.ts';
import { maxPendingTime } from './pending-usage.ts';
import { Quota } from './quota.ts';

const pod: ObjectUsage = { usage: new Map([['pods', one]]), isInScope: () => true };

const stored = (revision: number, used: number | undefined, hard = '10'): CoreV1ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', creationTimestamp: null, resourceVersion: String(revision) },
  spec: { hard: { pods: hard } },
  status: used === undefined ? {} : { hard: { pods: hard }, used: { pods: String(used) } },
});

/** A server that sees what happens, one after the other. */
class Observer {
  readonly quota = new Quota('q');
  present = 0;

  see(revision: number, used: number | undefined, now: number): void {
    const isOther = this.quota.see(stored(revision, used));
    if (isOther) this.quota.recount(['pods'], Array(this.present).fill(pod));
    this.quota.seeUsed(used === undefined ? undefined : { pods: String(used) }, now);
  }

  come(): void {
    this.present++;
    this.quota.count(undefined, pod);
  }

  go(): void {
    this.present--;
    this.quota.count(pod, undefined);
  }

  target = (now: number): number => Number(this.quota.target(now).get('pods')!.value());
}

describe('what a quota says is used', () => {
  const begin = (present: number, used: number | undefined): Observer => {
    const observer = new Observer();
    observer.present = present;
    observer.see(1, used, 0);
    return observer;
  };

  test('is what is there, for one that is new', () => {
    expect(begin(3, undefined).target(0)).toBe(3);
  });

  test('is never less than what is there', () => {
    const observer = begin(3, 1);
    expect(observer.target(0)).toBe(3);
  });

  test('is not lowered while a charge is in flight', () => {
    const observer = begin(3, 3);
    observer.see(2, 4, 0);
    expect(observer.target(1)).toBe(4);
    observer.come();
    expect(observer.target(1)).toBe(4);
  });

  test('is lowered at once when something goes, as far as nothing is in flight', () => {
    const observer = begin(3, 3);
    observer.see(2, 4, 0);
    observer.go();
    expect(observer.target(1)).toBe(3);
    observer.come();
    observer.go();
    expect(observer.target(1)).toBe(2);
  });

  test('is lowered by a charge that came to nothing when no flight lasts as long', () => {
    const observer = begin(3, 3);
    observer.see(2, 4, 100);
    expect(observer.target(100 + maxPendingTime - 1)).toBe(4);
    expect(observer.quota.nextExpiry()).toBe(100 + maxPendingTime);
    expect(observer.target(100 + maxPendingTime)).toBe(3);
  });

  test('is not lowered by a server that has just begun and does not know what is in flight', () => {
    expect(begin(3, 5).target(0)).toBe(5);
    expect(begin(3, 5).target(maxPendingTime)).toBe(3);
  });
});

/*
 * Creates charge, and come to be some time later or never; objects go; servers begin, see everything in order but
 * late, and bring the quota up to date by compare-and-swap.
 */
type Step =
  | { do: 'charge' | 'arrive' | 'fail' | 'delete' | 'begin' }
  | { do: 'see'; server: number; changes: number }
  | { do: 'reconcile'; server: number }
  | { do: 'wait'; milliseconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>({ do: 'charge' }, { do: 'arrive' }, { do: 'delete' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'fail' }, { do: 'begin' }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(2), fc.nat(20))
      .map(([server, changes]): Step => ({ do: 'see', server, changes })),
  },
  { weight: 3, arbitrary: fc.nat(2).map((server): Step => ({ do: 'reconcile', server })) },
  { weight: 1, arbitrary: fc.nat(4_000).map((milliseconds): Step => ({ do: 'wait', milliseconds })) },
);

type Change = { used: number; revision: number } | 'come' | 'go';

class Cluster {
  readonly hard = 10;
  now = 0;
  revision = 1;
  used = 0;
  present = 0;
  /** Time at which each was charged. */
  flying: number[] = [];
  readonly history: Change[] = [];
  servers = [0, 1, 2].map(() => this.#begin());

  run(given: Step): void {
    switch (given.do) {
      case 'charge':
        if (this.used < this.hard) {
          this.#write(this.used + 1);
          this.flying.push(this.now);
        }
        return;
      case 'arrive':
        if (this.flying.shift() !== undefined) this.#happen('come', 1);
        return;
      case 'fail':
        this.flying.shift();
        return;
      case 'delete':
        if (this.present > 0) this.#happen('go', -1);
        return;
      case 'begin':
        this.servers[0] = this.#begin();
        return;
      case 'see':
        for (let seen = 0; seen < given.changes; seen++) this.see(given.server);
        return;
      case 'reconcile':
        return this.reconcile(given.server);
      case 'wait':
        this.now += given.milliseconds;
        // The store has given up on those by now, and so have those who wrote.
        this.flying = this.flying.filter((at) => at + maxPendingTime > this.now);
    }
  }

  see(index: number): void {
    const server = this.servers[index]!;
    const change = this.history[server.seen++];
    if (change === undefined) server.seen--;
    else if (change === 'come') server.observer.come();
    else if (change === 'go') server.observer.go();
    else server.observer.see(change.revision, change.used, this.now);
  }

  reconcile(index: number): void {
    const { observer } = this.servers[index]!;
    if (observer.quota.resourceVersion !== String(this.revision)) return;
    const target = observer.target(this.now);
    if (target !== this.used) this.#write(target);
  }

  #write(used: number): void {
    this.used = used;
    this.history.push({ used, revision: ++this.revision });
  }

  #happen(change: 'come' | 'go', by: number): void {
    this.present += by;
    this.history.push(change);
  }

  #begin(): { observer: Observer; seen: number } {
    const observer = new Observer();
    observer.present = this.present;
    observer.see(this.revision, this.used, this.now);
    return { observer, seen: this.history?.length ?? 0 };
  }
}

test('whatever happens in whatever order, a quota holds, and becomes true in the end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const cluster = new Cluster();
      for (const given of steps) {
        cluster.run(given);
        expect(cluster.used).toBeGreaterThanOrEqual(cluster.present + cluster.flying.length);
        expect(cluster.present + cluster.flying.length).toBeLessThanOrEqual(cluster.hard);
      }
      cluster.run({ do: 'wait', milliseconds: maxPendingTime });
      for (let round = 0; round < 2; round++) {
        while (cluster.servers[1]!.seen < cluster.history.length) cluster.see(1);
        cluster.run({ do: 'wait', milliseconds: maxPendingTime });
        cluster.reconcile(1);
      }
      expect(cluster.used).toBe(cluster.present);
    }),
    { numRuns: 2_000 },
  );
});
