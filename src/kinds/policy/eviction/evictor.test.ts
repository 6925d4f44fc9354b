import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { conflict, type StatusError } from '../../../api/meta/status.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';
import { evictionRules } from './eviction-rules.ts';
import { Evictor } from './evictor.ts';

const stale = conflict({ group: '', resource: 'Pod' }, 'p', 'stale');

/** An evictor for one pod that goes through the given states. Records the options of each deletion. */
function evictorOver(
  pods: any[],
  budgets: any[] = [],
  remove: (options: DeleteOptions) => void = () => {},
  release = '1.23',
) {
  const deleted: DeleteOptions[] = [];
  const marked: object[] = [];
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
    updatePod: async (_namespace, _name, change) => {
      const [current] = pods;
      change(current);
      marked.push(current.status.conditions);
      return '8';
    },
    clock: { now: () => 0 },
    rules: evictionRules(new FeatureGates(release)),
    pause: async () => pauses++,
  });
  return {
    evict: (options: DeleteOptions = {}, dryRun = false) => evictor.evict('n', 'p', options, dryRun),
    deleted,
    marked,
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

describe('in later releases', () => {
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: '1970-01-01T00:00:00Z',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const none = (): void => {};

  it.each([
    ['1.25', false],
    ['1.26', true],
    ['1.36', true],
  ])('%s: the pod says that it is evicted: %s', async (release, isMarked) => {
    const { evict, marked } = evictorOver([pod('Running')], [], none, release);
    await evict();
    expect(marked.flat().some((condition) => (condition as any).type === target.type)).toBe(isMarked);
  });

  it('it is not said in a dry run, and a precondition moves on with the pod', async () => {
    const { evict, marked, deleted } = evictorOver([pod('Running')], [], none, '1.36');
    await evict({ preconditions: { resourceVersion: '7' } }, true);
    expect([marked, deleted]).toEqual([[], [{ preconditions: { resourceVersion: '7' } }]]);
    await evict({ preconditions: { resourceVersion: '7' } });
    expect(marked).toEqual([[expect.objectContaining({ type: 'Ready' }), target]]);
    expect(deleted[1]).toEqual({ preconditions: { resourceVersion: '8' } });
  });

  it.each([
    [
      { uid: 'other' },
      'the UID in the precondition (other) does not match the UID in record (). The object might have been deleted and then recreated',
    ],
    [
      { resourceVersion: '6' },
      'the ResourceVersion in the precondition (6) does not match the ResourceVersion in record (7). The object might have been modified',
    ],
  ])('preconditions are checked before that: %j', async (preconditions, message) => {
    const { evict, deleted } = evictorOver([pod('Running')], [], none, '1.36');
    await expect(evict({ preconditions })).rejects.toThrow(message);
    expect(deleted).toEqual([]);
  });

  const unready = pod('Running', 'False');
  const refusing = (policy?: string) => ({
    ...budget({ disruptionsAllowed: 0, currentHealthy: 0 }),
    spec: { selector: {}, unhealthyPodEvictionPolicy: policy },
  });
  it.each([
    ['1.26', 'AlwaysAllow', false],
    ['1.27', 'AlwaysAllow', true],
    ['1.36', 'AlwaysAllow', true],
    ['1.36', 'IfHealthyBudget', false],
    ['1.36', undefined, false],
  ])('%s: a pod that is not ready goes by the policy %s: %s', async (release, policy, goes) => {
    const { evict } = evictorOver([structuredClone(unready)], [refusing(policy)], none, release);
    const outcome = await evict().catch((error: StatusError) => error.code);
    expect(outcome).toBe(goes ? 'evicted' : 429);
  });

  const refused = { type: 'DisruptionAllowed', status: 'False' };
  const starts = 'The disruption budget b does not allow evicting pods currently';
  it.each<[string, object, string]>([
    ['1.32', { currentHealthy: 3 }, 'The disruption budget b needs 1 healthy pods and has 3 currently'],
    ['1.35', { currentHealthy: 1 }, 'The disruption budget b needs 1 healthy pods and has 1 currently'],
    [
      '1.35',
      { conditions: [{ ...refused, reason: 'SyncFailed', message: 'm' }] },
      `${starts} because it failed sync: m`,
    ],
    ['1.35', { conditions: [{ ...refused, reason: 'R', message: 'm' }] }, `${starts} (R): m`],
    ['1.35', { conditions: [{ ...refused, reason: 'R', message: '' }] }, starts],
    ['1.36', {}, starts],
  ])('%s: a budget that says %j', async (release, status, message) => {
    const { evict } = evictorOver(
      [pod('Running')],
      [budget({ disruptionsAllowed: 0, ...status })],
      none,
      release,
    );
    await expect(evict()).rejects.toMatchObject({
      code: 429,
      details: { causes: [{ reason: 'DisruptionBudget', message }] },
    });
  });

  it.each([
    ['1.23', undefined],
    ['1.24', 10],
  ])('%s: when a budget is looked at again: %s', async (release, retryAfterSeconds) => {
    const { evict } = evictorOver([pod('Running')], [budget({ observedGeneration: 0 })], none, release);
    const error = await evict().catch((caught: StatusError) => caught);
    expect((error as StatusError).details?.retryAfterSeconds).toBe(retryAfterSeconds);
  });
});
