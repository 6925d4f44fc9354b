import { expect, it } from 'vitest';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import { deletableTypes } from './deletable-types.ts';

const served = (text: string, fields: Partial<DiscoveredResource> = {}): DiscoveredResource => {
  const [group, version, resource] = text.split(' ') as [string, string, string];
  const verbs = ['delete', 'list'];
  return { group, version, resource, kind: 'K', namespaced: true, verbs, isPreferred: true, ...fields };
};
const older = { isPreferred: false };

it.each<[string, DiscoveredResource[], string[]]>([
  ['the same name in two groups', [served('a v1 x'), served('b v1 x')], ['a v1 x', 'b v1 x']],
  ['the preferred version', [served('a v1 x'), served('a v2 x', older)], ['a v1 x']],
  ['the first of several others', [served('a v2 x', older), served('a v3 x', older)], ['a v2 x']],
  ['none that is not in namespaces', [served('a v1 x', { namespaced: false })], []],
  ['none that cannot be deleted', [served('a v1 x', { verbs: ['list', 'deletecollection'] })], []],
  [
    'no other version where the preferred one cannot be deleted',
    [served('a v1 x', { verbs: ['list'] }), served('a v2 x', older)],
    [],
  ],
])('a namespace is emptied of %s', (_, resources, expected) => {
  const types = deletableTypes({ resources, failures: new Map() });
  expect(types.map(({ group, version, resource }) => `${group} ${version} ${resource}`)).toEqual(expected);
});
