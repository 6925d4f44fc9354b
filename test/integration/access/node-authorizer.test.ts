import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { TestServer } from '../../support/server.ts';

const directory = mkdtempSync(join(tmpdir(), 'node-authorizer-'));
const tokens = join(directory, 'nodes.csv');
writeFileSync(
  tokens,
  [
    'admin-token,admin,1,"system:masters"',
    'n1-token,system:node:n1,2,"system:nodes"',
    'n2-token,system:node:n2,3,"system:nodes"',
    'guest-token,system:node:n1,4,"guests"',
  ].join('\n'),
);
const flags = [`--token-auth-file=${tokens}`, '--authorization-mode=Node,RBAC'];
const namespace = '/api/v1/namespaces/team';

let server: TestServer;
let n1: ApiClient;
let n2: ApiClient;

async function begin(): Promise<void> {
  server = await TestServer.start({ directory, flags });
  n1 = server.connect({ token: 'n1-token' });
  n2 = server.connect({ token: 'n2-token' });
}

async function made(path: string, object: object): Promise<void> {
  const { status, text } = await server.client.post(path, object);
  if (status !== 201 && status !== 409) throw new Error(`${path}: ${status} ${text}`);
}

const pod = (name: string, nodeName: string, spec: object = {}, annotations = {}) =>
  made(`${namespace}/pods`, {
    metadata: { name, annotations },
    spec: { nodeName, containers: [{ name: 'c', image: 'i' }], ...spec },
  });

beforeAll(async () => {
  await begin();
  await made('/api/v1/namespaces', { metadata: { name: 'team' } });
  await made(`${namespace}/serviceaccounts`, { metadata: { name: 'default' } });
  await made(`${namespace}/serviceaccounts`, { metadata: { name: 'builder' } });
  for (const name of ['used', 'unused', 'later', 'disk', 'mirrored'])
    await made(`${namespace}/secrets`, { metadata: { name } });
  await made(`${namespace}/configmaps`, { metadata: { name: 'settings' } });
  await made('/api/v1/persistentvolumes', {
    metadata: { name: 'volume' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      claimRef: { namespace: 'team', name: 'claim' },
      azureFile: { shareName: 'share', secretName: 'disk', secretNamespace: 'team' },
    },
  });
  await made(`${namespace}/persistentvolumeclaims`, {
    metadata: { name: 'claim' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  const volumes = [
    { name: 'a', secret: { secretName: 'used' } },
    { name: 'b', projected: { sources: [{ configMap: { name: 'settings' } }] } },
    { name: 'c', persistentVolumeClaim: { claimName: 'claim' } },
  ];
  await pod('web', 'n1', { serviceAccountName: 'builder', volumes });
  await pod('other', 'n2');
});
afterAll(async () => {
  for (const client of [n1, n2]) client?.close();
  await server?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const reachable = [
  `${namespace}/secrets/used`,
  `${namespace}/secrets?fieldSelector=metadata.name%3Dused`,
  `${namespace}/configmaps/settings`,
  `${namespace}/persistentvolumeclaims/claim`,
  '/api/v1/persistentvolumes/volume',
  `${namespace}/secrets/disk`,
];
const refused = ({ status, body }: Answer) => [status, body.reason, body.message];

describe('a node reaches what a pod on it uses', () => {
  test.each(reachable)('%s', async (path) => {
    expect((await n1.get(path)).status).toBe(200);
    const elsewhere = await n2.get(path);
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.body.message).toContain(`no relationship found between node 'n2' and this object`);
    const guest = server.connect({ token: 'guest-token' });
    expect((await guest.get(path)).status).toBe(403);
    guest.close();
  });

  test('and may watch one of them', async () => {
    const watch = await n1.watch(`${namespace}/secrets?watch=true&fieldSelector=metadata.name%3Dused`);
    expect(await watch.until(1)).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'used' } } }]);
    watch.close();
  });
});

describe('a node is refused', () => {
  const asking = (verb: string, resource: string, place = ' in the namespace "team"') =>
    `User "system:node:n1" cannot ${verb} resource "${resource}" in API group ""${place}`;

  test('what no pod on it uses', async () => {
    expect(refused(await n1.get(`${namespace}/secrets/unused`))).toEqual([
      403,
      'Forbidden',
      `secrets "unused" is forbidden: ${asking('get', 'secrets')}: no relationship found between node 'n1' and this object`,
    ]);
  });

  test('what it does not name', async () => {
    expect(refused(await n1.get(`${namespace}/secrets`))).toEqual([
      403,
      'Forbidden',
      `secrets is forbidden: ${asking('list', 'secrets')}: No Object name found`,
    ]);
    const all = await n1.get('/api/v1/secrets?fieldSelector=metadata.name%3Dused');
    expect(all.status).toBe(403);
    expect(all.body.message).toContain('can only read namespaced object of this type');
    const several = await n1.get(`${namespace}/secrets?fieldSelector=metadata.name!%3Dused`);
    expect(several.status).toBe(403);
  });

  test('to change what it reads', async () => {
    const { status, body } = await n1.delete(`${namespace}/secrets/used`);
    expect([status, body.message]).toEqual([
      403,
      `secrets "used" is forbidden: ${asking('delete', 'secrets')}: can only read resources of this type`,
    ]);
  });

  test('what nodes have nothing to do with', async () => {
    expect((await n1.get('/apis/apps/v1/deployments')).status).toBe(403);
  });
});

test('what a node reaches follows its pods', async () => {
  const path = `${namespace}/secrets/later`;
  const spec = { imagePullSecrets: [{ name: 'later' }] };
  expect((await n1.get(path)).status).toBe(403);
  await pod('late', '', spec);
  expect((await n1.get(path)).status).toBe(403);
  await made(`${namespace}/pods/late/binding`, {
    metadata: { name: 'late' },
    target: { kind: 'Node', name: 'n1' },
  });
  expect((await n1.get(path)).status).toBe(200);
  expect((await n2.get(path)).status).toBe(403);
  const gone = await server.client.delete(`${namespace}/pods/late?gracePeriodSeconds=0`);
  expect(gone.status).toBe(200);
  expect((await n1.get(path)).status).toBe(403);
});

test('a mirror pod gives its node nothing', async () => {
  const spec = { imagePullSecrets: [{ name: 'mirrored' }] };
  const made = await server.client.post(`${namespace}/pods`, {
    metadata: { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' } },
    spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'i' }], ...spec },
  });
  // Where admission refuses such a pod it gives nothing either.
  expect([201, 403]).toContain(made.status);
  expect((await n1.get(`${namespace}/secrets/mirrored`)).status).toBe(403);
});

test('a node keeps its own lease', async () => {
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
  const lease = { metadata: { name: 'n1' }, spec: { holderIdentity: 'n1' } };
  expect((await n1.post(leases, lease)).status).toBe(201);
  expect((await n1.get(`${leases}/n1`)).status).toBe(200);
  const other = await n2.get(`${leases}/n1`);
  expect(other.status).toBe(403);
  expect(other.body.message).toContain(
    'can only access node lease with the same name as the requesting node',
  );
  expect((await n1.get(leases)).status).toBe(403);
});

test('a server that starts knows what is there', async () => {
  for (const client of [n1, n2]) client.close();
  await server.stop();
  await begin();
  for (const path of reachable) {
    expect((await n1.get(path)).status).toBe(200);
    expect((await n2.get(path)).status).toBe(403);
  }
});
