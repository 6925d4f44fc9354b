import { describe, expect, it } from 'vitest';
import type { RbacV1ClusterRole, RbacV1PolicyRule } from '../schema/types.gen.ts';
import { gathered, isSameRules } from './gathered-rules.ts';

const rule = (resource: string, ...verbs: string[]): RbacV1PolicyRule => ({
  verbs,
  apiGroups: [''],
  resources: [resource],
});

const role = (
  name: string,
  labels: Record<string, string>,
  ...rules: RbacV1PolicyRule[]
): RbacV1ClusterRole => ({
  apiVersion: 'v1',
  kind: 'ClusterRole',
  metadata: { name, creationTimestamp: null, labels },
  rules,
});

const gathering = (...selectors: Record<string, string>[]): RbacV1ClusterRole => ({
  ...role('whole', { all: 'yes' }, rule('own', 'get')),
  aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) },
});

const roles = [
  role('a', { to: 'edit' }, rule('pods', 'get'), rule('pods', 'list')),
  role('b', { to: 'view', all: 'yes' }, rule('services', 'get')),
  role('c', { to: 'edit' }, { ...rule('pods', 'get'), resourceNames: [] }, rule('jobs', 'get')),
  role('d', {}, rule('secrets', 'get')),
  gathering(),
];

const shown = (rules: readonly RbacV1PolicyRule[]): string[] =>
  rules.map(({ verbs, resources }) => `${verbs} ${resources}`);

describe('the rules of a role that gathers', () => {
  it.each<[string, Record<string, string>[], string[]]>([
    ['are none without selectors', [], []],
    ['are none where nothing matches', [{ to: 'admin' }], []],
    [
      'are those of the roles that match, in order of the roles, each rule once',
      [{ to: 'edit' }],
      ['get pods', 'list pods', 'get jobs'],
    ],
    [
      'come in order of the selectors first',
      [{ to: 'view' }, { to: 'edit' }],
      ['get services', 'get pods', 'list pods', 'get jobs'],
    ],
    ['are not its own, even if a selector matches it', [{ all: 'yes' }], ['get services']],
  ])('%s', (_, selectors, expected) => {
    expect(shown(gathered(gathering(...selectors), roles))).toEqual(expected);
  });

  it('cannot be worked out for a selector that makes no sense', () => {
    const broken = gathering();
    broken.aggregationRule = {
      clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] }],
    };
    expect(() => gathered(broken, roles)).toThrow('"Like" is not a valid pod selector operator');
  });
});

describe('isSameRules', () => {
  it.each<[string, RbacV1PolicyRule[] | null | undefined, RbacV1PolicyRule[] | null, boolean]>([
    ['no rules and null', [], null, true],
    ['no rules and undefined', undefined, [], true],
    ['equal rules', [rule('a', 'get')], [rule('a', 'get')], true],
    ['an empty list and none', [{ ...rule('a', 'get'), nonResourceURLs: [] }], [rule('a', 'get')], true],
    ['another order', [rule('a', 'get'), rule('b', 'get')], [rule('b', 'get'), rule('a', 'get')], false],
    ['one rule more', [rule('a', 'get')], [], false],
  ])('%s', (_, some, others, expected) => {
    expect(isSameRules(some, others)).toBe(expected);
  });
});

describe('roles that gather each other', () => {
  const ring = (name: string, labels: Record<string, string>, ...wanted: string[]): RbacV1ClusterRole => ({
    ...role(name, labels),
    aggregationRule: { clusterRoleSelectors: wanted.map((key) => ({ matchLabels: { [key]: 'yes' } })) },
  });

  it.each([
    ['one after the other', true],
    ['at the same time', false],
  ])('come to rest when they are filled %s, and give up what is no longer there', (_, isInTurn) => {
    const leaf = role('z', { x: 'yes' }, rule('pods', 'get'), rule('jobs', 'get'));
    const all = [
      ring('r', { y: 'yes', z: 'yes' }, 'x', 'z'),
      ring('s', { x: 'yes', z: 'yes' }, 'z', 'y', 'x'),
      ring('t', { x: 'yes', y: 'yes' }, 'y', 'x'),
      leaf,
    ];
    const fill = (): number => {
      const before = isInTurn ? all : structuredClone(all);
      const changed = all.slice(0, 3).filter((one) => {
        const rules = gathered(one, before);
        if (isSameRules(rules, one.rules)) return false;
        one.rules = rules;
        return true;
      });
      return changed.length;
    };
    expect([fill(), fill()]).toEqual([3, 0]);
    expect(all.slice(0, 3).map(({ rules }) => shown(rules!))).toEqual(
      Array(3).fill(['get pods', 'get jobs']),
    );
    leaf.rules!.pop();
    expect([fill(), fill()]).toEqual([3, 0]);
  });

  it('take what a role has whose selector makes no sense', () => {
    const odd = {
      ...role('b', { x: 'yes' }, rule('pods', 'get')),
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Odd' }] }] },
    };
    expect(shown(gathered(ring('a', {}, 'x'), [odd]))).toEqual(['get pods']);
  });
});
