import { expect, it } from 'vitest';
import type { Definitions } from '../../api/schema/schema.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { SubresourceRules } from '../../registry/subresource-rules.ts';
import { Subresources } from './subresources.ts';

const get = () => {};
const update = () => {};
const patch = () => {};
const bind = () => {};
const status = { handlers: { get } };
const binding = { group: '', version: 'v1', kind: 'Binding' };
const options = { group: '', version: 'v1', kind: 'PodExecOptions' };
const structs = new Map([['core.v1.Binding', { name: 'core.v1.Binding' }]]);
const filling = {};

const made = new Subresources({
  definitions: {
    structs,
    filledIn: (struct: unknown) => (struct === structs.get('core.v1.Binding') ? filling : undefined),
  } as unknown as Definitions,
  common: { status },
  get,
  update: () => update,
  patch: () => patch,
  actions: {
    Binding: ({ kind, filled }) => {
      expect(kind.schema).toBe(structs.get('core.v1.Binding'));
      expect(filled).toBe(filling);
      return bind;
    },
  },
  connections: { 'pods/exec': async () => {}, 'pods/log': async () => {} },
});

const part = { type: 'part', prepareForUpdate: () => {}, validateUpdate: () => [] } as const;
const subresources: Record<string, SubresourceRules<object>> = {
  approval: { ...part, verbs: ['get', 'patch', 'update'] },
  finalize: { ...part, verbs: ['update'] },
  binding: { type: 'action', kind: binding },
  token: { type: 'action', kind: { ...binding, kind: 'TokenRequest' } },
  exec: { type: 'connection', verbs: ['create', 'get'], options },
  log: { type: 'connection', verbs: ['get'] },
};
const rules = { group: '', kind: 'Pod', subresources };
const pods = { type: { group: '', resource: 'pods' }, rules } as unknown as StoredResource;

it.each<[name: string, routes: unknown]>([
  ['status', status],
  ['approval', { handlers: { get, patch, update } }],
  ['finalize', { handlers: { update } }],
  ['binding', { kind: binding, handlers: { create: bind } }],
  ['exec', { kind: options, handlers: { create: expect.any(Function), get: expect.any(Function) } }],
  ['log', { handlers: { get: expect.any(Function) } }],
])('%s is served as the rules of its kind say', (name, routes) => {
  expect(made.routesOf(pods, name)).toEqual(routes);
});

it.each(['token', 'unknown'])('without a handler or rules %s is not served', (name) => {
  expect(made.routesOf(pods, name)).toBeUndefined();
});

it('handlers of a subresource are made once', () => {
  expect(made.routesOf(pods, 'binding')).toBe(made.routesOf(pods, 'binding'));
});
