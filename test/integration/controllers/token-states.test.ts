/** SPEC.md: the states of a bootstrap token, and the signature of the cluster-info ConfigMap. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** Machines are slow at times. */
const soon = { timeout: 30_000 };

const id = '07401b';
const secret = 'f395accd246ae52d';
const noUse = { 'usage-bootstrap-authentication': 'no', 'usage-bootstrap-signing': 'no' };
const dialects = {
  // The key of the signature: the whole token by SPEC.md, its secret half where joining nodes verify it so.
  orch: { label: 'orch.io', prefix: 'orch', key: `${id}.${secret}` },
  kubernetes: { label: 'kubernetes.io', prefix: 'kube', key: secret },
} as const;

describe.each(['orch', 'kubernetes'] as const)('in the dialect %s', (dialect) => {
  const { label, prefix, key } = dialects[dialect];
  const secrets = `/api/v1/namespaces/${prefix}-system/secrets`;
  const shared = `/api/v1/namespaces/${prefix}-public/configmaps`;
  let server: TestServer;
  const start = (controllers: string, directory?: string): Promise<TestServer> =>
    TestServer.start({
      dialect,
      flags: ['--enable-bootstrap-token-auth', `--controllers=${controllers}`],
      ...(directory === undefined ? {} : { directory }),
    });
  beforeAll(async () => {
    server = await start('bootstrapsigner');
    const kubeconfig = 'clusters: [{name: "", cluster: {server: https://a}}]';
    const info = { metadata: { name: 'cluster-info' }, data: { kubeconfig } };
    expect((await server.client.post(shared, info)).status).toBe(201);
  });
  afterAll(() => server?.remove());

  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
  const token = (tokenId: string, data: object = {}, on = server) =>
    on.client.post(secrets, {
      metadata: { name: `bootstrap-token-${tokenId}` },
      type: `bootstrap.${label}/token`,
      stringData: {
        'token-id': tokenId,
        'token-secret': secret,
        'usage-bootstrap-signing': 'true',
        'usage-bootstrap-authentication': 'true',
        ...data,
      },
    });
  /** Whom the server takes the bearer of a token for; undefined for nobody. */
  async function bearer(text: string, on = server): Promise<string | undefined> {
    const client = on.connect({ token: text });
    try {
      const { status, body } = await client.get('/api/v1/nodes');
      return status === 401 ? undefined : /User "([^"]+)"/.exec(body.message)?.[1];
    } finally {
      client.close();
    }
  }
  const info = async (): Promise<Record<string, string>> =>
    (await server.client.get(`${shared}/cluster-info`)).body.data;
  const signature = (tokenId: string) => async () => (await info())[`jws-kubeconfig-${tokenId}`];

  describe('a bootstrap token', () => {
    it('valid: authenticates, and signs', async () => {
      expect((await token(id, { expiration: inSeconds(3_600) })).status).toBe(201);
      await expect.poll(() => bearer(`${id}.${secret}`), soon).toBe(`system:bootstrap:${id}`);
      await expect.poll(signature(id), soon).toBeDefined();
    });

    it.each<[string, string, object, boolean, boolean]>([
      ['not for authentication', 'onlysi', { 'usage-bootstrap-authentication': 'false' }, false, true],
      ['not for signing', 'onlyau', { 'usage-bootstrap-signing': 'false' }, true, false],
      ['for neither', 'neithe', noUse, false, false],
      ['without an end', 'noends', {}, true, true],
      ['expired', 'expire', { expiration: '2020-01-01T00:00:00Z' }, false, false],
      ['with an end that cannot be read', 'unread', { expiration: 'tomorrow' }, false, false],
    ])('%s', async (_, tokenId, data, authenticates, signs) => {
      expect((await token(tokenId, data)).status).toBe(201);
      // What comes after it has been signed: so would this have been.
      const next = `z${tokenId.slice(1)}`;
      await token(next);
      await expect.poll(signature(next), soon).toBeDefined();
      await expect.poll(() => bearer(`${next}.${secret}`), soon).toBe(`system:bootstrap:${next}`);
      expect(await bearer(`${tokenId}.${secret}`)).toBe(
        authenticates ? `system:bootstrap:${tokenId}` : undefined,
      );
      expect((await signature(tokenId)()) !== undefined).toBe(signs);
    });

    it('whose time passes: expired, rejected and ignored; deleted once the token cleaner runs', async () => {
      await token('passes', { expiration: inSeconds(3) });
      await expect.poll(() => bearer(`passes.${secret}`), soon).toBe('system:bootstrap:passes');
      await expect.poll(signature('passes'), soon).toBeDefined();
      await expect.poll(() => bearer(`passes.${secret}`), soon).toBeUndefined();
      // Any change of the tokens or of the ConfigMap makes the signer look.
      await token('looksa');
      await expect.poll(signature('looksa'), soon).toBeDefined();
      expect(await signature('passes')()).toBeUndefined();
      const path = `${secrets}/bootstrap-token-passes`;
      expect((await server.client.get(path)).status).toBe(200);

      const own = await start('tokencleaner');
      onTestFinished(() => own.remove());
      await token('passes', { expiration: inSeconds(2) }, own);
      await token('remain', { expiration: inSeconds(3_600) }, own);
      await until(async () => (await own.client.get(path)).status === 404);
      expect((await own.client.get(`${secrets}/bootstrap-token-remain`)).status).toBe(200);
    });
  });

  it('the signature is verified as the specification says: HS256, detached, by openssl', async () => {
    const { kubeconfig, [`jws-kubeconfig-${id}`]: stored } = await info();
    const [header, payload, value] = stored!.split('.') as [string, string, string];
    expect(payload).toBe('');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256', kid: id });
    const signed = `${header}.${Buffer.from(kubeconfig!).toString('base64url')}`;
    const code = execFileSync(
      'openssl',
      ['dgst', '-sha256', '-binary', '-mac', 'HMAC', '-macopt', `key:${key}`],
      {
        input: signed,
      },
    );
    expect(value).toBe(code.toString('base64url'));
    expect(value).not.toContain('=');
  });

  it('is another one for other content', async () => {
    const before = await signature(id)();
    const path = `${shared}/cluster-info`;
    const { body } = await server.client.get(path);
    await server.client.put(path, { ...body, data: { ...body.data, kubeconfig: 'clusters: []' } });
    await expect.poll(signature(id), soon).not.toBe(before);
  });
});
