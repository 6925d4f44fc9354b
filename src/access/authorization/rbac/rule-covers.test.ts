import { describe, expect, it } from 'vitest';
import { rule } from '../../../../test/support/unit/policy-bench.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { Pacer } from '../../../util/pacer.ts';
import { missingRulesInSlices, uncoveredRules } from './rule-covers.ts';

const words = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${letter}${at}`);
const everything = [rule('* *', ['*']), { verbs: ['*'], nonResourceURLs: ['*'] }];

describe('what owned rules do not cover of wanted ones', () => {
  it.each<[string, RbacV1PolicyRule[], RbacV1PolicyRule[], RbacV1PolicyRule[]]>([
    ['nothing of nothing', [], [], []],
    ['all of it, taken apart', [], [rule('get,list pods')], [rule('get pods'), rule('list pods')]],
    [
      'names apart',
      [],
      [rule('get pods', [''], ['a', 'b'])],
      [rule('get pods', [''], ['a']), rule('get pods', [''], ['b'])],
    ],
    [
      'paths apart',
      [rule('get /a')],
      [rule('get,post /a,/b')],
      [rule('post /a'), rule('get /b'), rule('post /b')],
    ],
    [
      'resources and paths of one rule',
      [rule('get pods')],
      [{ ...rule('get pods,nodes'), nonResourceURLs: ['/a'] }],
      [rule('get nodes'), rule('get /a')],
    ],
    [
      'resources beside paths that are covered',
      [rule('get /a')],
      [{ ...rule('get pods'), nonResourceURLs: ['/a'] }],
      [rule('get pods')],
    ],
    ['a path beside others', [rule('get /a,/b')], [rule('get /b,/c')], [rule('get /c')]],
    [
      'a path of all',
      [rule('get /a*')],
      [{ verbs: ['get'], nonResourceURLs: ['*'] }],
      [{ verbs: ['get'], nonResourceURLs: ['*'] }],
    ],
    ['a subresource', [rule('get pods,*/scale')], [rule('get pods/scale,pods/log')], [rule('get pods/log')]],
    ['all subresources', [rule('get pods/scale')], [rule('get */scale')], [rule('get */scale')]],
    [
      'another verb on a subresource',
      [rule('get */scale')],
      [rule('patch pods/scale')],
      [rule('patch pods/scale')],
    ],
    ['all resources', [rule('get pods')], [rule('get *')], [rule('get *')]],
    ['another group', [rule('get pods')], [rule('get pods', ['x'])], [rule('get pods', ['x'])]],
    ['any group', [rule('get pods', ['x'])], [rule('get pods', ['*'])], [rule('get pods', ['*'])]],
    ['no names of all names', [rule('get pods')], [rule('get pods', [''], ['a'])], []],
    [
      'names of two rules',
      [rule('get pods', [''], ['a']), rule('get pods', [''], ['b'])],
      [rule('get pods', [''], ['a', 'b'])],
      [],
    ],
    ['nothing of a rule without verbs', [], [{ verbs: null, apiGroups: [''], resources: ['pods'] }], []],
    ['nothing of a rule without groups', [], [{ verbs: ['get'], resources: ['pods'] }], []],
    ['nothing of a rule without resources and paths', [], [{ verbs: ['get'], apiGroups: [''] }], []],
    [
      'everything beyond a rule without verbs',
      [{ verbs: null, apiGroups: ['*'], resources: ['*'] }],
      [rule('get pods')],
      [rule('get pods')],
    ],
    ['nothing with everything', everything, [rule('get pods/log', ['x'], ['a']), rule('get /a')], []],
  ])('%s', async (_, owned, wanted, missing) => {
    expect(uncoveredRules(owned, wanted)).toEqual(missing);
    expect(await missingRulesInSlices(owned, wanted, new Pacer())).toEqual(missing);
  });

  it('does not depend on what the rules say twice', () => {
    expect(uncoveredRules([rule('get pods,pods')], [rule('get pods'), rule('get pods')])).toEqual([]);
  });
});

describe('rules of very many permissions', () => {
  /** A hundred verbs on so many resources. */
  const wide = (resources: number): RbacV1PolicyRule => ({
    verbs: words('v', 100),
    apiGroups: [''],
    resources: words('r', resources),
  });

  it.each<[string, RbacV1PolicyRule, number]>([
    ['ten thousand are taken apart', wide(100), 10_000],
    ['of more the rule is missing as it is', wide(101), 1],
    ['names count', { ...wide(50), resourceNames: ['a', 'b'] }, 10_000],
    ['more names count', { ...wide(51), resourceNames: ['a', 'b'] }, 1],
    ['groups count', { ...wide(51), apiGroups: ['a', 'b'] }, 1],
    ['paths count', { verbs: words('v', 100), nonResourceURLs: words('/p', 100) }, 10_000],
    ['more paths count', { verbs: words('v', 100), nonResourceURLs: words('/p', 101) }, 1],
    ['paths count beside resources', { ...wide(60), nonResourceURLs: words('/p', 41) }, 1],
  ])('%s', (_, wanted, count) => {
    const missing = uncoveredRules([], [wanted]);
    expect(missing).toHaveLength(count);
    if (count === 1) expect(missing).toEqual([wanted]);
  });

  it('are counted together', () => {
    const [one, two] = [wide(60), { ...wide(60), apiGroups: ['x'] }];
    const missing = uncoveredRules([], [one, two, rule('get pods')]);
    expect(missing).toHaveLength(6_002);
    // The last one is beyond it, too, and small enough to be missing as it is.
    expect(missing.slice(-2)).toEqual([two, rule('get pods')]);
  });

  it('that one rule covers are not taken apart', () => {
    expect(uncoveredRules([rule('* *')], [wide(500), rule('get pods')])).toEqual([]);
  });

  it('in slices are looked at two million times at most, after which what is left is missing', async () => {
    const owned = Array.from({ length: 2_000 }, (_, at) => rule('get pods', [''], [`o${at}`]));
    const wanted = Array.from({ length: 1_500 }, (_, at) => rule('get pods', [''], [`w${at}`]));
    const covered = rule('get pods', [''], ['o0']);
    const early = await missingRulesInSlices(owned, [covered, ...wanted.slice(0, 100)], new Pacer());
    expect(early).toEqual(wanted.slice(0, 100));
    const late = await missingRulesInSlices(owned, [...wanted, covered], new Pacer());
    expect(late).toEqual([...wanted, covered]);
  });
});
