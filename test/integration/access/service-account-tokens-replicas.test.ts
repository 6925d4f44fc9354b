import { createPrivateKey } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';

let etcd: Etcd;
let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  const store = `--etcd-servers=${etcd.endpoints[0]}`;
  first = await TestServer.start({ flags: [store, '--authorization-mode=RBAC'] });
  // Each replica accepts what the other one signs.
  const ofFirst = [`--service-account-key-file=${join(first.directory, 'sa.pub')}`];
  second = await TestServer.start({ flags: [store, '--authorization-mode=AlwaysAllow', ...ofFirst] });
});
afterAll(async () => {
  await second?.remove();
  await first?.remove();
  await etcd?.stop();
});

async function statusAt(
  server: TestServer,
  token: string,
  path = '/api/v1/namespaces/default',
): Promise<number> {
  const client = server.connect({ token });
  const { status } = await client.get(path);
  client.close();
  return status;
}

async function tokenOf(name: string): Promise<string> {
  expect((await first.client.post(accounts, { metadata: { name } })).status).toBe(201);
  return (await first.client.post(`${accounts}/${name}/token`, {})).body.status.token;
}

describe('two replicas', () => {
  it('know a token as soon as it was issued by one of them', async () => {
    for (let n = 0; n < 10; n++) expect(await statusAt(second, await tokenOf(`a${n}`))).toBe(200);
  });

  it('forget it as soon as they see that its account is gone', async () => {
    const token = await tokenOf('leaving');
    expect(await statusAt(second, token)).toBe(200);
    await first.client.delete(`${accounts}/leaving`);
    // A consistent read shows that the second one has seen it.
    expect((await second.client.get(`${accounts}/leaving`)).status).toBe(404);
    expect(await statusAt(second, token)).toBe(401);
  });
});

describe('what the issuer tells', () => {
  it('is told to those whom a rule allows it', async () => {
    const token = await tokenOf('reader');
    const keys = '/openid/v1/jwks';
    const name = 'issuer-readers';
    const roles = '/apis/rbac.authorization.k8s.io/v1';
    const anonymous = first.connect({});
    expect([401, 403]).toContain((await anonymous.get(keys)).status);
    const role = { metadata: { name }, rules: [{ verbs: ['get'], nonResourceURLs: [keys] }] };
    expect((await first.client.post(`${roles}/clusterroles`, role)).status).toBe(201);
    const binding = {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'reader' }],
    };
    expect((await first.client.post(`${roles}/clusterrolebindings`, binding)).status).toBe(201);
    expect(await statusAt(first, token, keys)).toBe(200);
    expect(await statusAt(first, token)).toBe(403);
    expect([401, 403]).toContain((await anonymous.get(keys)).status);
    anonymous.close();
  });
});

describe('a server with certificates of its own', () => {
  it('verifies tokens with the key of its certificate, and issues none', async () => {
    const given = first.directory;
    const directory = mkdtempSync(join(tmpdir(), 'apiserver-'));
    copyFileSync(join(given, 'ca.crt'), join(directory, 'ca.crt'));
    const server = await TestServer.start({
      directory,
      flags: [
        `--tls-cert-file=${join(given, 'apiserver.crt')}`,
        `--tls-private-key-file=${join(given, 'apiserver.key')}`,
        '--authorization-mode=AlwaysAllow',
      ],
    });
    try {
      const { uid } = (await server.client.post(accounts, { metadata: { name: 'a' } })).body.metadata;
      const key = createPrivateKey(readFileSync(join(given, 'apiserver.key')));
      const claims = {
        iss: 'https://kubernetes.default.svc.cluster.local',
        sub: 'system:serviceaccount:default:a',
        'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'a', uid } },
      };
      const algorithm = key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256';
      expect(await statusAt(server, jwt.sign(claims, key, { algorithm, expiresIn: 600 }))).toBe(200);
      expect((await server.client.post(`${accounts}/a/token`, {})).status).toBe(404);
      const { resources } = (await server.client.get('/api/v1')).body;
      expect(resources.map(({ name }: any) => name)).not.toContain('serviceaccounts/token');
    } finally {
      await server.remove();
    }
  });

  it('does not start with a key file that holds no keys', async () => {
    const started = TestServer.start({
      flags: [`--service-account-key-file=${join(first.directory, 'tokens.csv')}`],
    });
    await expect(started).rejects.toThrow('tokens.csv: holds no key in PEM');
  });
});
