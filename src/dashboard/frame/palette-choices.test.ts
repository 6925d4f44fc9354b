import { expect, it } from 'vitest';
import { choicesFor } from './palette-choices.ts';

const type = (resource: string, group: string, kind: string, shortNames: string[], namespaced = true) => ({
  resource,
  group,
  kind,
  shortNames,
  namespaced,
  version: 'v1',
  singular: kind.toLowerCase(),
  verbs: ['list'],
  categories: [],
  isPreferred: true,
});
const types = [
  type('pods', '', 'Pod', ['po']),
  type('podtemplates', '', 'PodTemplate', []),
  type('deployments', 'apps', 'Deployment', ['deploy']),
  type('nodes', '', 'Node', ['no'], false),
];

it.each([
  ['po', 'pods', {}],
  ['Pod', 'pods', {}],
  ['deploy shop', 'deployments.apps', { ns: 'shop' }],
  ['no shop', 'nodes', {}],
  ['serv', 'server', {}],
])('%s leads to %s', (typed, label, query) => {
  const [first] = choicesFor(typed, types, '');
  expect(first).toMatchObject({ label, route: { query } });
});

it('the present namespace is kept, and what fits nothing leads nowhere', () => {
  expect(choicesFor('pods', types, 'bank')[0]?.route.query).toEqual({ ns: 'bank' });
  expect(choicesFor('zzz', types, '')).toEqual([]);
});
