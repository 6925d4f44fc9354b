import { describe, expect, test } from 'vitest';
import { rule } from '../../../test/support/unit/policy-bench.ts';
import { type AccessObject, reconciliation } from './reconciliation.ts';

const role = (rules: AccessObject['rules'], more: Partial<AccessObject> = {}): AccessObject => ({
  metadata: { name: 'r' },
  rules: rules ?? null,
  ...more,
});
const user = (name: string) => ({ kind: 'User', apiGroup: 'g', name });
const binding = (names: string[], to = 'r', metadata: AccessObject['metadata'] = {}): AccessObject => ({
  metadata: { name: 'b', ...metadata },
  roleRef: { kind: 'Role', name: to },
  subjects: names.map(user),
});

describe('a role', () => {
  const getPods = rule('get pods');
  const line = (verb: string) =>
    `\t{Verbs:[${verb}] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}`;

  test('that is not there is created', () => {
    const wanted = role([getPods]);
    expect(reconciliation(wanted, undefined, false)).toEqual({
      operation: 'create',
      object: wanted,
      lines: ['reconciliation required create', 'missing rules added:', line('get')],
    });
  });

  test('that allows the same is left alone', () => {
    const present = role([rule('get,list pods')]);
    expect(reconciliation(role([getPods]), present, false)).toEqual({
      operation: 'none',
      object: present,
      lines: [],
    });
  });

  test('gets the rules that it lacks', () => {
    const { operation, object, lines } = reconciliation(
      role([rule('get,list pods')]),
      role([getPods]),
      false,
    );
    expect([operation, object.rules]).toEqual(['update', [getPods, rule('list pods')]]);
    expect(lines).toEqual(['reconciliation required update', 'missing rules added:', line('list')]);
  });

  test('loses those that are too much where that is asked for', () => {
    const present = role([rule('get,list pods')]);
    const { operation, object, lines } = reconciliation(role([getPods]), present, true);
    expect([operation, object.rules]).toEqual(['update', [getPods]]);
    expect(lines.slice(1)).toEqual(['extra rules removed:', line('list')]);
  });

  test('that gathers others keeps what it has gathered', () => {
    const aggregationRule = { clusterRoleSelectors: [] };
    const present = role([getPods], { aggregationRule });
    expect(reconciliation(role([], { aggregationRule }), present, true).operation).toBe('none');
    const { object, lines } = reconciliation(role([], { aggregationRule }), role([]), false);
    expect(object.aggregationRule).toBe(aggregationRule);
    expect(lines).toEqual(['reconciliation required update', '\taggregation rule changed']);
  });

  test('gets labels and annotations beside those that it has', () => {
    const present = role([getPods], { metadata: { name: 'r', labels: { a: '1', b: '1' } } });
    const wanted = role([getPods], { metadata: { labels: { b: '2' }, annotations: { c: '3' } } });
    const { operation, object } = reconciliation(wanted, present, false);
    expect(operation).toBe('update');
    expect(object.metadata).toEqual({ name: 'r', labels: { a: '1', b: '2' }, annotations: { c: '3' } });
    expect(object.rules).toEqual([getPods]);
  });
});

describe('a binding', () => {
  const line = (name: string) => `\t{Kind:User APIGroup:g Name:${name} Namespace:}`;
  test.each<[string, AccessObject, AccessObject | undefined, boolean, string, string[]]>([
    ['that is not there is created', binding(['ann']), undefined, false, 'create', ['ann']],
    ['with the same subjects is left alone', binding(['ann']), binding(['ann']), true, 'none', ['ann']],
    [
      'keeps subjects that are too many',
      binding(['ann']),
      binding(['ann', 'bob']),
      false,
      'none',
      ['ann', 'bob'],
    ],
    [
      'loses them where that is asked for',
      binding(['ann']),
      binding(['ann', 'bob']),
      true,
      'update',
      ['ann'],
    ],
    ['gets those that it lacks', binding(['ann']), binding(['bob']), false, 'update', ['bob', 'ann']],
    ['to another role is made anew', binding(['ann']), binding(['ann'], 'other'), false, 'recreate', ['ann']],
  ])('%s', (_, wanted, present, isRemoving, operation, names) => {
    const made = reconciliation(wanted, present, isRemoving);
    expect([made.operation, made.object.subjects]).toEqual([operation, names.map(user)]);
  });

  test('says what changes', () => {
    expect(reconciliation(binding(['ann']), binding(['bob']), true).lines).toEqual([
      'reconciliation required update',
      'missing subjects added:',
      line('ann'),
      'extra subjects removed:',
      line('bob'),
    ]);
  });
});
