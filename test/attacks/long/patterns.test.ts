import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const roleRef = (kind: string, name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });
const user = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name });
const stars = '*'.repeat(60_000);
const max = `/api/${'*'.repeat(8_000)}`;

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

it('a role with a path of 60,000 stars is refused', async () => {
  const rules = [{ verbs: ['get'], nonResourceURLs: [`/api/${stars}`] }];
  const { status, body } = await server.client.post(`${rbac}/clusterroles`, {
    metadata: { name: 'stars' },
    rules,
  });
  expect(status).toBe(422);
  expect(body.details.causes).toEqual([
    {
      reason: 'FieldValueTooLong',
      field: 'rules[0].nonResourceURLs[0]',
      message: 'Too long: must have at most 8192 bytes',
    },
  ]);
});

it('roles whose patterns are as long and as many as they may be, for everyone', async () => {
  const urls = Array.from({ length: 150 }, (_, index) => `${max}${index}*`);
  const rules = [{ verbs: ['get', 'list'], nonResourceURLs: [...urls, max, '/nowhere/*'] }];
  await server.client.post(`${rbac}/clusterroles`, { metadata: { name: 'patterns' }, rules });
  const bound = await server.client.post(`${rbac}/clusterrolebindings`, {
    metadata: { name: 'a-patterns' },
    roleRef: roleRef('ClusterRole', 'patterns'),
    subjects: [{ ...user('system:authenticated'), kind: 'Group' }],
  });
  expect(bound.status).toBe(201);
  const asked = server.connect({ token: 'reader-token' });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    while (!signal.aborted) await asked.get(`/api/${'*'.repeat(7_000)}`);
  });
  asked.close();
  expectHarmless(harm);
});

it('a user with 2,000 rules who grants 2,000 others', async () => {
  const rules = (letter: string) =>
    Array.from({ length: 2_000 }, (_, index) => ({
      verbs: ['get'],
      apiGroups: [''],
      resources: ['pods'],
      resourceNames: [`${letter}${index}`],
    }));
  const roles = `${rbac}/namespaces/default/roles`;
  const writing = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['create'] };
  for (const [name, own] of [
    ['many', rules('a')],
    ['writer', [writing]],
  ] as const) {
    expect((await server.client.post(roles, { metadata: { name }, rules: own })).status).toBe(201);
    const binding = { metadata: { name }, roleRef: roleRef('Role', name), subjects: [user('joe')] };
    expect((await server.client.post(`${rbac}/namespaces/default/rolebindings`, binding)).status).toBe(201);
  }
  const headers = { 'Impersonate-User': 'joe' };
  const wanted = rules('b');
  const harm = await beside(server, attackSeconds(), async (signal) => {
    do {
      const made = { metadata: { name: 'more' }, rules: wanted };
      const { status } = await server.client.post(roles, made, { headers });
      expect(status).toBe(403);
    } while (!signal.aborted);
  });
  expectHarmless(harm);
});

it('a policy file with a path of 60,000 stars is refused at the start, in few words', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'abac-'));
  const file = join(directory, 'policies');
  const spec = { user: '*', nonResourcePath: `/api/${stars}` };
  const policy = { apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec };
  writeFileSync(file, `${JSON.stringify(policy)}\n`);
  const flags = ['--authorization-mode=ABAC', `--authorization-policy-file=${file}`];
  const error: Error = await TestServer.start({ flags }).then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  rmSync(directory, { recursive: true });
  expect(error.message).toContain('nonResourcePath must have at most 8192 characters');
  expect(error.message.length).toBeLessThan(10_000);
});
