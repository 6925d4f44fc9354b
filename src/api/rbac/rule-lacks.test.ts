import { expect, test } from 'vitest';
import type { RbacV1PolicyRule } from '../schema/types.gen.ts';
import { type AskedOfRule, type Lack, ruleLacks } from './rule-lacks.ts';

const rule = (
  verbs: string[],
  resources: string[],
  more: Partial<RbacV1PolicyRule> = {},
): RbacV1PolicyRule => ({
  verbs,
  apiGroups: [''],
  resources,
  ...more,
});
const asked = (verb: string, what: string, name = ''): AskedOfRule => {
  if (what.startsWith('/'))
    return { verb, isResourceRequest: false, group: '', resource: '', subresource: '', name: '', path: what };
  const [resource = '', subresource = ''] = what.split('/');
  return { verb, isResourceRequest: true, group: '', resource, subresource, name, path: '' };
};

test.each<[string, RbacV1PolicyRule, AskedOfRule, Lack[]]>([
  ['covers its verb on its resource', rule(['get'], ['pods']), asked('get', 'pods'), []],
  ['covers everything with stars', rule(['*'], ['*'], { apiGroups: ['*'] }), asked('get', 'pods/log'), []],
  ['covers a subresource of every resource', rule(['get'], ['*/scale']), asked('get', 'pods/scale'), []],
  ['lacks a verb', rule(['get'], ['pods']), asked('list', 'pods'), ['verbs']],
  ['lacks a subresource', rule(['get'], ['pods']), asked('get', 'pods/log'), ['resources']],
  ['lacks a group', rule(['get'], ['pods'], { apiGroups: ['apps'] }), asked('get', 'pods'), ['apiGroups']],
  [
    'lacks a name',
    rule(['get'], ['pods'], { resourceNames: ['a'] }),
    asked('get', 'pods', 'b'),
    ['resourceNames'],
  ],
  ['of a path covers what begins so', { verbs: ['get'], nonResourceURLs: ['/a*'] }, asked('get', '/ab'), []],
  ['of resources lacks the path', rule(['get'], ['*']), asked('get', '/ab'), ['nonResourceURLs']],
  ['may lack more than one field', rule(['get'], ['pods']), asked('list', 'nodes'), ['verbs', 'resources']],
])('a rule %s', (_title, given, question, lacks) => {
  expect(ruleLacks(given, question)).toEqual(lacks);
});
