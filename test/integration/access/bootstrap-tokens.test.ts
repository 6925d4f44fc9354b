import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';

const secrets = '/api/v1/namespaces/kube-system/secrets';
const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    flags: ['--enable-bootstrap-token-auth', '--authorization-mode=AlwaysAllow'],
  });
});
afterAll(() => server.remove());

const secret = (id: string, data: Record<string, string> = {}): object => ({
  metadata: { name: `bootstrap-token-${id}` },
  type: 'bootstrap.kubernetes.io/token',
  stringData: {
    'token-id': id,
    'token-secret': 'f395accd246ae52d',
    'usage-bootstrap-authentication': 'true',
    ...data,
  },
});

const tokenOf = (id: string): string => `${id}.f395accd246ae52d`;

async function make(id: string, data: Record<string, string> = {}): Promise<void> {
  expect((await server.client.post(secrets, secret(id, data))).status).toBe(201);
}

async function statusWith(token: string): Promise<number> {
  const client = server.connect({ token });
  const { status } = await client.get('/api/v1/namespaces/default');
  client.close();
  return status;
}

describe('a bootstrap token', () => {
  it('is a user in groups of bootstrappers', async () => {
    await make('aaaaaa', { 'auth-extra-groups': 'system:bootstrappers:workers' });
    const { body } = await server.client.post(reviews, { spec: { token: tokenOf('aaaaaa') } });
    expect(body.status).toMatchObject({
      authenticated: true,
      user: {
        username: 'system:bootstrap:aaaaaa',
        groups: ['system:bootstrappers', 'system:bootstrappers:workers', 'system:authenticated'],
      },
    });
    expect(await statusWith(tokenOf('aaaaaa'))).toBe(200);
  });

  it('ends with its Secret, and begins again with it', async () => {
    await make('bbbbbb');
    expect(await statusWith(tokenOf('bbbbbb'))).toBe(200);
    await server.client.delete(`${secrets}/bootstrap-token-bbbbbb`);
    expect(await statusWith(tokenOf('bbbbbb'))).toBe(401);
  });

  it.each([
    ['that has expired', 'cccccc', { expiration: '2020-01-01T00:00:00Z' }],
    ['that is meant for something else', 'dddddd', { 'usage-bootstrap-authentication': 'false' }],
    ['with a group of others', 'eeeeee', { 'auth-extra-groups': 'system:masters' }],
    ['with another secret', 'ffffff', { 'token-secret': '0000000000000000' }],
  ])('%s is refused', async (_, id, data) => {
    await make(id, data);
    expect(await statusWith(tokenOf(id))).toBe(401);
  });

  it('that does not exist is refused, and none is logged', async () => {
    expect(await statusWith('zzzzzz.f395accd246ae52d')).toBe(401);
    expect(server.output).not.toContain('f395accd246ae52d');
  });

  it('is nothing to a server that was not told to know them', async () => {
    const other = await TestServer.start();
    try {
      expect((await other.client.post(secrets, secret('aaaaaa'))).status).toBe(201);
      const client = other.connect({ token: tokenOf('aaaaaa') });
      expect((await client.get('/api/v1/namespaces/default')).status).toBe(401);
      client.close();
    } finally {
      await other.remove();
    }
  });
});
