import { expect, it } from 'vitest';
import { FakeApi } from '../../../test/support/unit/fake-api.ts';
import { matchedKinds } from './matched-kinds.ts';

const types = (...kinds: string[]) => ({
  resources: kinds.flatMap((kind) => {
    const name = `${kind.toLowerCase()}s`;
    return [
      { name, kind },
      { name: `${name}/status`, kind },
    ];
  }),
});
const version = (group: string, name: string) => ({ groupVersion: `${group}/${name}`, version: name });

const api = () =>
  new FakeApi({
    'GET /api': { versions: ['v1'] },
    'GET /apis': {
      groups: [{ name: 'apps', versions: [version('apps', 'v1'), version('apps', 'v1beta1')] }],
    },
    'GET /api/v1': types('Pod', 'Service'),
    'GET /apis/apps/v1': types('Deployment', ...Array.from({ length: 20 }, (_, at) => `Many${at}`)),
    'GET /apis/apps/v1beta1': types('Deployment'),
  });

const rule = (apiGroups: string[], apiVersions: string[], resources: string[]) => ({
  apiGroups,
  apiVersions,
  resources,
  operations: ['*'],
});

it.each<[string, ReturnType<typeof rule>, string[]]>([
  ['resources that are served', rule([''], ['v1'], ['pods', 'none']), ['/v1 Pod']],
  [
    'several groups and versions, in the order of their names',
    rule(['apps', ''], ['v1beta1', 'v1'], ['deployments', 'pods']),
    ['/v1 Pod', 'apps/v1 Deployment', 'apps/v1beta1 Deployment'],
  ],
  ['any resource', rule([''], ['v1'], ['*', 'pods/*', 'pods/status']), []],
  ['any group', rule(['*'], ['v1'], ['pods']), []],
  ['any version', rule([''], ['*'], ['pods']), []],
])('a rule for %s', async (_, one, expected) => {
  const kinds = await matchedKinds({ resourceRules: [one] }, api());
  expect(kinds.map(({ group, version: v, kind }) => `${group}/${v} ${kind}`)).toEqual(expected);
});

it('ten kinds of a rule are enough, and those of the rules before it', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `many${at}s`);
  const rules = [
    rule([''], ['v1'], ['pods']),
    rule(['apps'], ['v1'], many),
    rule(['apps'], ['v1'], ['deployments']),
  ];
  const kinds = await matchedKinds({ resourceRules: rules }, api());
  expect(kinds).toHaveLength(11);
  expect(kinds.map(({ kind }) => kind)).not.toContain('Deployment');
});

it('a policy of many rules is checked with the kinds of all', async () => {
  const rules = Array.from({ length: 20 }, (_, at) => rule(['apps'], ['v1'], [`many${at}s`]));
  expect(await matchedKinds({ resourceRules: rules }, api())).toHaveLength(20);
});

it('asks only for what is served, however much a rule names', async () => {
  const client = api();
  const words = Array.from({ length: 3_000 }, (_, at) => `x${at}`);
  const all = rule([...words, 'apps'], [...words, 'v1'], ['deployments']);
  expect(await matchedKinds({ resourceRules: [all, all] }, client)).toHaveLength(1);
  expect(client.asked).toEqual(['GET /api', 'GET /apis', 'GET /apis/apps/v1']);
});
