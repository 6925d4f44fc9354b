import { afterAll, beforeAll, describe, it } from 'vitest';
import { done, type Expected, expectAnswer, type Sentence, serverWith } from '../../support/admission.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
let jane: ApiClient;
const maps = '/api/v1/namespaces/default/configmaps';
const rbac = '/apis/rbac.authorization.k8s.io/v1';

/** What jane may do: with ConfigMaps everything but deleting those of others, with owners what the rows need. */
const rules = [
  { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'create', 'update'] },
  { apiGroups: [''], resources: ['configmaps'], resourceNames: ['hers'], verbs: ['delete'] },
  { apiGroups: ['apps'], resources: ['deployments/finalizers'], resourceNames: ['web'], verbs: ['update'] },
  { apiGroups: ['shop.example'], resources: ['widgets/finalizers'], verbs: ['update'] },
];

beforeAll(async () => {
  server = await serverWith({
    mode: 'RBAC',
    on: ['OwnerReferencesPermissionEnforcement'],
    users: ['jane-token,jane,2'],
  });
  jane = server.connect({ token: 'jane-token' });
  await done(server.client.post(`${rbac}/clusterroles`, { metadata: { name: 'jane' }, rules }));
  const apiGroup = 'rbac.authorization.k8s.io';
  const binding = {
    metadata: { name: 'jane' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'jane' },
    subjects: [{ apiGroup, kind: 'User', name: 'jane' }],
  };
  await done(server.client.post(`${rbac}/clusterrolebindings`, binding));
  for (const name of ['hers', 'theirs']) await done(server.client.post(maps, { metadata: { name } }));
});
afterAll(() => server?.remove());

const owner = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  name,
  uid: `uid-of-${name}`,
  ...more,
});
const blocking = { blockOwnerDeletion: true };
const create =
  (name: string, ...ownerReferences: object[]) =>
  () =>
    jane.post(maps, { metadata: { name, ownerReferences } });
const own =
  (name: string, ...ownerReferences: object[]) =>
  async () => {
    const { body } = await server.client.get(`${maps}/${name}`);
    return jane.put(`${maps}/${name}`, { ...body, metadata: { ...body.metadata, ownerReferences } });
  };
const refused = (name: string, why: RegExp): Expected => ({
  status: 403,
  message: new RegExp(`^configmaps "${name}" is forbidden: ${why.source}`),
});
const noDelete = /cannot set an ownerRef on a resource you can't delete: .*, <nil>$/;
const noFinalizers =
  /cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: .*, <nil>$/;

const rows: Sentence[] = [
  ['what is new may have an owner', create('a', owner('Deployment', 'any')), { status: 201 }],
  [
    'who may not delete an object may not give it one, which could delete it',
    own('theirs', owner('Deployment', 'any')),
    refused('theirs', noDelete),
  ],
  ['who may does', own('hers', owner('Deployment', 'any')), { status: 200 }],
  [
    'an update that changes no owner needs no such right',
    async () => {
      const { body } = await server.client.get(`${maps}/a`);
      return jane.put(`${maps}/a`, { ...body, data: { a: 'b' } });
    },
    { status: 200 },
  ],
  ['taking an owner away is a change', own('a'), refused('a', noDelete)],
  [
    'keeping an owner from going needs the right to its finalizers',
    create('b', owner('Deployment', 'other', blocking)),
    refused('b', noFinalizers),
  ],
  ['with it it may', create('b', owner('Deployment', 'web', blocking)), { status: 201 }],
  [
    'saying so later is the same',
    own('hers', owner('Deployment', 'any', blocking)),
    refused('hers', noFinalizers),
  ],
  [
    'nobody asks again about what was so before',
    async () => {
      const { body } = await server.client.get(`${maps}/hers`);
      const ownerReferences = [owner('Deployment', 'other', blocking)];
      await done(
        server.client.put(`${maps}/hers`, { ...body, metadata: { ...body.metadata, ownerReferences } }),
      );
      return own('hers', ...ownerReferences, owner('Deployment', 'any'))();
    },
    { status: 200 },
  ],
  [
    'an owner of a kind that there is not keeps nothing',
    create('c', owner('Ship', 'titanic', blocking)),
    refused(
      'c',
      /cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion apps\/v1 Kind Ship: no matches for kind "Ship" in version "apps\/v1"$/,
    ),
  ],
  [
    'a kind that was defined is one',
    async () => {
      const schema = { openAPIV3Schema: { type: 'object' } };
      const definition = {
        metadata: { name: 'widgets.shop.example' },
        spec: {
          group: 'shop.example',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetList', singular: 'widget' },
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      };
      await done(server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition));
      return create('d', owner('Widget', 'w', { apiVersion: 'shop.example/v1', ...blocking }))();
    },
    { status: 201 },
  ],
];

describe('OwnerReferencesPermissionEnforcement', () => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
