import { describe, expect, it } from 'vitest';
import { conflict, type StatusError } from '../../../api/meta/status.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import { Evictor } from './evictor.ts';

const stale = conflict({ group: '', resource: 'Pod' }, 'p', 'stale');

/** An evictor over one pod that goes through states, and budgets; keeps what it was told to delete. */
function evictorOver(pods: any[], budgets: any[] = [], remove: (options: DeleteOptions) => void = () => {}) {
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
  it('of a pod that has not started is of that very state, and tried again', async () => {
    let refusals = 3;
    const { evict, deleted, pauses } = evictorOver([pod('Pending')], [], () => {
      if (refusals-- > 0) throw stale;
    });
    expect(await evict({ gracePeriodSeconds: 1 })).toBe('evicted');
    expect(deleted).toHaveLength(4);
    expect(deleted[0]).toEqual({ gracePeriodSeconds: 1, preconditions: { resourceVersion: '7' } });
    expect(pauses()).toBe(3);
  });

  it('of a pod that starts meanwhile asks the budgets', async () => {
    const { evict } = evictorOver(
      [pod('Pending'), pod('Running')],
      [budget({ disruptionsAllowed: 0 })],
      () => {
        throw stale;
      },
    );
    await expect(evict()).rejects.toMatchObject({ code: 429 });
  });

  it('is given up after a while, and at once where the client says which state it means', async () => {
    const fails = () => {
      throw stale;
    };
    const patient = evictorOver([pod('Pending')], [], fails);
    await expect(patient.evict()).rejects.toBe(stale);
    expect(patient.deleted).toHaveLength(20);
    const strict = evictorOver([pod('Pending')], [], fails);
    await expect(strict.evict({ preconditions: { resourceVersion: '3' } })).rejects.toBe(stale);
    expect(strict.deleted).toHaveLength(1);
  });

  it('of a pod that is not ready leaves the budget alone, unless the pod has become ready', async () => {
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
    const needed = evictorOver(
      [pod('Running', 'False')],
      [budget({ disruptionsAllowed: 0, currentHealthy: 0 })],
    );
    await expect(needed.evict()).rejects.toMatchObject({ code: 429 });
  });

  it.each<[string, any[], string]>([
    ['no selector', [budget({ disruptionsAllowed: 0 }, null as any)], 'evicted'],
    [
      'a selector that is broken',
      [budget({}, { matchExpressions: [{ key: 'a', operator: 'Like' }] })],
      'evicted',
    ],
    ['another selector', [budget({ disruptionsAllowed: 0 }, { matchLabels: { a: 'c' } })], 'evicted'],
    ['two that match', [budget({}), budget({})], 'several budgets'],
  ])('with %s', async (_, budgets, outcome) => {
    expect(await evictorOver([pod('Running')], budgets).evict()).toBe(outcome);
  });

  it('of a pod without labels asks no budget', async () => {
    const bare = { ...pod('Running'), metadata: { name: 'p' } };
    expect(await evictorOver([bare], [budget({ disruptionsAllowed: 0 })]).evict()).toBe('evicted');
  });

  it('is refused for ever when the budget is negative', async () => {
    await expect(evictorOver([pod('Running')], [budget({ disruptionsAllowed: -1 })]).evict()).rejects.toEqual(
      expect.objectContaining<Partial<StatusError>>({
        code: 403,
        message: 'poddisruptionbudget.policy "b" is forbidden: pdb disruptions allowed is negative',
      }),
    );
  });
});
