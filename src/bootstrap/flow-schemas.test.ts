import { expect, test } from 'vitest';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { dialects } from '../api/meta/dialect.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import { type SuggestedSchema, suggestedSchemas } from './flow-schemas.ts';
import { suggestedLevels } from './priority-levels.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

const present = <T extends { since: string }>(all: readonly T[], release: string): T[] =>
  all.filter(({ since }) => isReleasedBy(since, release));

const schemasIn = (release: string): SuggestedSchema[] =>
  present(suggestedSchemas(dialect, new FeatureGates(release)), release);

/** Each schema of any release: the releases that have it, its precedence, its level, and what it tells requests apart by. */
const rows = [
  ['probes', 2, 'exempt', undefined, '1.22', '1.36'],
  ['system-leader-election', 100, 'leader-election', 'ByUser', '1.20', '1.36'],
  ['endpoint-controller', 150, 'workload-high', 'ByUser', '1.24', '1.32'],
  ['workload-leader-election', 200, 'leader-election', 'ByUser', '1.20', '1.32'],
  ['system-node-high', 400, 'node-high', 'ByUser', '1.22', '1.36'],
  ['system-nodes', 500, 'system', 'ByUser', '1.20', '1.36'],
  ['kube-controller-manager', 800, 'workload-high', 'ByNamespace', '1.20', '1.36'],
  ['kube-scheduler', 800, 'workload-high', 'ByNamespace', '1.20', '1.36'],
  ['kube-system-service-accounts', 900, 'workload-high', 'ByNamespace', '1.20', '1.36'],
  ['service-accounts', 9000, 'workload-low', 'ByUser', '1.20', '1.36'],
  ['global-default', 9900, 'global-default', 'ByUser', '1.20', '1.36'],
] as const;

// 1.33 is emulated by the newest release, which has the objects of its own.
test.each(['1.20', '1.21', '1.22', '1.23', '1.24', '1.26', '1.32', '1.33', '1.34', '1.36'])(
  'schemas of %s',
  (release) => {
    const found = schemasIn(release).map(({ name, spec }) => [
      name,
      spec.matchingPrecedence,
      spec.priorityLevelConfiguration.name,
      spec.distinguisherMethod?.type,
    ]);
    const expected = rows.filter(
      ([, , , , first, last]) => isReleasedBy(first, release) && isReleasedBy(release, last),
    );
    expect(found).toEqual(expected.map((row) => row.slice(0, 4)));
  },
);

const lock = ['get', 'create', 'update'];
const locksIn = (namespace: string) => ({
  verbs: lock,
  apiGroups: [''],
  resources: ['endpoints', 'configmaps'],
  namespaces: [namespace],
});
const leases = { verbs: lock, apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };

test.each([
  ['1.20', 'system-leader-election', [locksIn('kube-system'), leases]],
  ['1.23', 'system-leader-election', [locksIn('kube-system'), leases]],
  ['1.24', 'system-leader-election', [leases]],
  ['1.34', 'system-leader-election', [leases]],
  ['1.20', 'workload-leader-election', [locksIn('*'), leases]],
  ['1.23', 'workload-leader-election', [locksIn('*'), leases]],
  ['1.24', 'workload-leader-election', [locksIn('*'), leases]],
  ['1.26', 'workload-leader-election', [locksIn('*'), leases]],
  ['1.32', 'workload-leader-election', [locksIn('*'), leases]],
])('what leaders hold: %s, %s', (release, schema, resourceRules) => {
  const { spec } = schemasIn(release).find(({ name }) => name === schema)!;
  const account = { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } };
  const users = ['system:kube-controller-manager', 'system:kube-scheduler'].map((name) => ({
    kind: 'User',
    user: { name },
  }));
  const subjects = schema.startsWith('system') ? [...users, account] : [account];
  expect(spec.rules).toEqual([{ subjects, resourceRules }]);
});

/** Levels: shares, and what part of them they lend from 1.26 on. */
const levels = [
  ['node-high', 40, 25, '64/6/50'],
  ['system', 30, 33, '64/6/50'],
  ['leader-election', 10, 0, '16/4/50'],
  ['workload-high', 40, 50, '128/6/50'],
  ['workload-low', 100, 90, '128/6/50'],
  ['global-default', 20, 50, '128/6/50'],
] as const;

test.each([
  ['1.20', false],
  ['1.21', false],
  ['1.22', false],
  ['1.23', false],
  ['1.24', false],
  ['1.26', true],
  ['1.33', true],
  ['1.34', true],
])('levels of %s', (release, lends) => {
  const found = present(suggestedLevels(new FeatureGates(release)), release).map(({ name, spec }) => {
    const { assuredConcurrencyShares, limitResponse, lendablePercent } = spec.limited!;
    const { queues, handSize, queueLengthLimit } = limitResponse.queuing!;
    return [name, assuredConcurrencyShares, lendablePercent, `${queues}/${handSize}/${queueLengthLimit}`];
  });
  const expected = isReleasedBy('1.22', release) ? levels : levels.slice(1);
  expect(found).toEqual(
    expected.map(([name, shares, lent, queues]) => [name, shares, lends ? lent : undefined, queues]),
  );
});
