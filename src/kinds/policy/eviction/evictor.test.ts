import { describe, expect, it } from 'vitest';
import { conflict, type StatusError } from '../../../api/meta/status.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import { Evictor, type EvictorDependencies } from './evictor.ts';

const stale = conflict({ group: '', resource: 'Pod' }, 'p', 'stale');

/** An evictor for one pod that goes through the given states. Records the options of each deletion. */
function evictorOver(
  pods: any[],
  budgets: any[] = [],
  remove: (options: DeleteOptions) => void = () => {},
  more: Pick<EvictorDependencies, 'markPod' | 'saysWhy'> = { saysWhy: false },
) {
  const deleted: DeleteOptions[] = [];
  let pauses = 0;
  const evictor = new Evictor({
    getPod: async () => (pods.length > 1 ? pods.shift() : pods[0]),
    deletePod: async (_namespace, _name, options) => {
      deleted.push(options);
      remove(options);
    },
    listBudgets: async () => budgets,
    updateBudget: async (_namespace, name, change) =>
      change(budgets.find(({ metadata }) => metadata.name === name)),
    ...more,
    clock: { now: () => 0 },
    pause: async () => pauses++,
  });
  return {
    evict: (options: DeleteOptions = {}) => evictor.evict('n', 'p', options, false),
    deleted,
    pauses: () => pauses,
  };
}

const pod = (phase: string, ready = 'True') => ({
  metadata: { name: 'p', resourceVersion: '7', labels: { a: 'b' } },
  status: { phase, conditions: [{ type: 'Ready', status: ready }] },
});
const budget = (status: object, selector: object | undefined = {}) => ({
  metadata: { name: 'b', generation: 1 },
  spec: { selector },
  status: { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, ...status },
});

describe('an eviction', () => {
  it('of a pending pod deletes that very resource version, and is retried after a conflict', async () => {
    let conflicts = 3;
    const { evict, deleted, pauses } = evictorOver([pod('Pending')], [], () => {
      if (conflicts-- > 0) throw stale;
    });
    expect(await evict({ gracePeriodSeconds: 1 })).toBe('evicted');
    expect(deleted).toHaveLength(4);
    expect(deleted[0]).toEqual({ gracePeriodSeconds: 1, preconditions: { resourceVersion: '7' } });
    expect(pauses()).toBe(3);
  });

  it('of a pod that starts during the eviction is subject to budgets', async () => {
    const { evict } = evictorOver(
      [pod('Pending'), pod('Running')],
      [budget({ disruptionsAllowed: 0 })],
      () => {
        throw stale;
      },
    );
    await expect(evict()).rejects.toMatchObject({ code: 429 });
  });

  it('fails after 20 conflicts, and after one if the client has set a resource version', async () => {
    const fails = () => {
      throw stale;
    };
    const retrying = evictorOver([pod('Pending')], [], fails);
    await expect(retrying.evict()).rejects.toBe(stale);
    expect(retrying.deleted).toHaveLength(20);
    const strict = evictorOver([pod('Pending')], [], fails);
    await expect(strict.evict({ preconditions: { resourceVersion: '3' } })).rejects.toBe(stale);
    expect(strict.deleted).toHaveLength(1);
  });

  it('of an unready pod does not use the budget, and answers 429 if the pod has changed', async () => {
    const healthy = budget({ disruptionsAllowed: 0 });
    const { evict, deleted } = evictorOver([pod('Running', 'False')], [healthy]);
    await evict();
    expect(deleted).toEqual([{ preconditions: { resourceVersion: '7' } }]);
    const changed = evictorOver([pod('Running', 'False')], [healthy], () => {
      throw stale;
    });
    await expect(changed.evict()).rejects.toMatchObject({
      code: 429,
      details: { causes: [{ message: 'The disruption budget b is still being processed by the server.' }] },
    });
    await expect(changed.evict({ preconditions: { resourceVersion: '7' } })).rejects.toBe(stale);
    const unhealthy = evictorOver(
      [pod('Running', 'False')],
      [budget({ disruptionsAllowed: 0, currentHealthy: 0 })],
    );
    await expect(unhealthy.evict()).rejects.toMatchObject({ code: 429 });
  });

  it.each<[string, any[], string]>([
    [
      'a budget without a selector does not apply',
      [budget({ disruptionsAllowed: 0 }, null as any)],
      'evicted',
    ],
    [
      'a budget with an invalid selector does not apply',
      [budget({}, { matchExpressions: [{ key: 'a', operator: 'Like' }] })],
      'evicted',
    ],
    [
      'a budget with another selector does not apply',
      [budget({ disruptionsAllowed: 0 }, { matchLabels: { a: 'c' } })],
      'evicted',
    ],
    ['two budgets that match prevent the eviction', [budget({}), budget({})], 'several budgets'],
  ])('looks up budgets by selector: %s', async (_, budgets, outcome) => {
    expect(await evictorOver([pod('Running')], budgets).evict()).toBe(outcome);
  });

  it('of a pod without labels is subject to no budget', async () => {
    const bare = { ...pod('Running'), metadata: { name: 'p' } };
    expect(await evictorOver([bare], [budget({ disruptionsAllowed: 0 })]).evict()).toBe('evicted');
  });

  it('is forbidden when disruptionsAllowed is negative', async () => {
    await expect(evictorOver([pod('Running')], [budget({ disruptionsAllowed: -1 })]).evict()).rejects.toEqual(
      expect.objectContaining<Partial<StatusError>>({
        code: 403,
        message: 'poddisruptionbudget.policy "b" is forbidden: pdb disruptions allowed is negative',
      }),
    );
  });
});

describe('an eviction by later releases', () => {
  const allowed = { ...budget({ disruptionsAllowed: 0, currentHealthy: 0 }) };
  const always = { ...allowed, spec: { ...allowed.spec, unhealthyPodEvictionPolicy: 'AlwaysAllow' } };

  it('lets a pod that is not ready go where the budget always allows it', async () => {
    await expect(evictorOver([pod('Running', 'False')], [allowed]).evict()).rejects.toMatchObject({
      code: 429,
    });
    expect(await evictorOver([pod('Running', 'False')], [always]).evict()).toBe('evicted');
  });

  it('marks the pod, and deletes the version that it has then', async () => {
    const marked: DeleteOptions[] = [];
    const markPod = async (_namespace: string, _name: string, options: DeleteOptions) => {
      marked.push(options);
      return '8';
    };
    const { evict, deleted } = evictorOver([pod('Running')], [], undefined, { markPod, saysWhy: true });
    await evict({ preconditions: { resourceVersion: '7' } });
    expect(marked).toEqual([{ preconditions: { resourceVersion: '7' } }]);
    expect(deleted).toEqual([{ preconditions: { resourceVersion: '8' } }]);
  });

  const condition = (reason: string, message: string) => ({
    conditions: [{ type: 'DisruptionAllowed', status: 'False', reason, message }],
  });
  it.each([
    [condition('SyncFailed', 'm'), 'does not allow evicting pods currently because it failed sync: m'],
    [{ currentHealthy: 1 }, 'needs 1 healthy pods and has 1 currently'],
    [condition('Why', 'm'), 'does not allow evicting pods currently (Why): m'],
    [{}, 'does not allow evicting pods currently'],
  ])('says why it is refused: %j', async (status, message) => {
    const given = [budget({ disruptionsAllowed: 0, ...status })];
    const refused = evictorOver([pod('Running')], given, undefined, { saysWhy: true }).evict();
    const causes = [{ reason: 'DisruptionBudget', message: `The disruption budget b ${message}` }];
    await expect(refused).rejects.toMatchObject({ details: { causes } });
  });
});
