import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noImpersonation } from '../../client/config/client-config.ts';
import { UpgradeTarget } from '../../client/upgrade/upgrade-target.ts';
import { PageServer } from './page-server.ts';

const credential = 'Bearer of-the-kubeconfig';

/** An API server that answers with what it was asked, but for the credential. */
const api = createServer((asked, response) => {
  const { authorization, ...headers } = asked.headers;
  response.writeHead(200, {
    'content-type': 'text/html',
    'set-cookie': 'a=b',
    'www-authenticate': 'Basic',
    'access-control-allow-origin': '*',
  });
  response.end(JSON.stringify({ url: asked.url, knows: authorization === credential, headers }));
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

describe('the server of the page', () => {
  let server: PageServer;
  let url: URL;
  beforeAll(async () => {
    api.listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    const config = {
      server: `http://127.0.0.1:${port}`,
      trust: { proxy: undefined },
      credentials: { authorization: async () => credential },
      impersonate: noImpersonation,
      namespace: '',
    };
    const calls = new Map([['GET session', async () => ({ namespace: 'shop' })]]);
    server = await PageServer.start({ target: new UpgradeTarget(config, 'orchctl'), calls, port: 0 });
    url = new URL(server.url);
  });
  afterAll(() => {
    server[Symbol.dispose]();
    api.close();
  });

  async function ask(path: string, { method = 'GET', headers = {} }: Asked = {}) {
    const outgoing = request(new URL(path, url), { method, headers }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
  }

  it('passes requests on as the user, and the page never sees the credential', async () => {
    const { status, text, headers } = await ask('cluster/api/v1/pods?limit=1', {
      headers: {
        authorization: 'Bearer of-the-page',
        cookie: 'c=d',
        origin: url.origin,
        referer: url.href,
        'impersonate-user': 'root',
      },
    });
    const answer = JSON.parse(text);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ url: '/api/v1/pods?limit=1', knows: true });
    // Nor does the API learn the URL of the page.
    for (const name of ['cookie', 'origin', 'referer', 'impersonate-user'])
      expect(answer.headers).not.toHaveProperty(name);
    expect(text + JSON.stringify(headers)).not.toContain('of-the-kubeconfig');
  });

  it('lets no content of the cluster act as a page of its own', async () => {
    const { headers } = await ask('cluster/api/v1/namespaces/a/services/b/proxy/');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const name of ['set-cookie', 'www-authenticate', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['no token', '/cluster/api/v1/pods', {}],
    ['another origin', 'cluster/api/v1/pods', { origin: 'http://evil.example' }],
    ['another host name', 'cluster/api/v1/pods', { host: 'evil.example' }],
    ['a request across sites', 'local/session', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s', async (_, path, headers) => {
    const { status, text } = await ask(path, { headers });
    expect([status, text.includes('namespace'), text.includes('knows')]).toEqual([403, false, false]);
  });

  it.each([
    ['another origin', 'http://evil.example'],
    ['none', undefined],
  ])('refuses a WebSocket of %s', async (_, origin) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      ...(origin === undefined ? {} : { origin }),
    };
    const { status } = await ask('cluster/api/v1/namespaces/a/pods/b/exec', { headers });
    expect(status).toBe(403);
  });

  it('answers what this process knows, and nothing else', async () => {
    expect(JSON.parse((await ask('local/session')).text)).toEqual({ namespace: 'shop' });
    expect((await ask('local/credentials')).status).toBe(404);
    expect((await ask('local/session', { method: 'POST' })).status).toBe(404);
  });

  it.each(['../package.json', '%2e%2e/package.json', '..%2fpackage.json', 'a/b.js', 'package.json', '.env'])(
    'has no file %s',
    async (name) => {
      expect((await ask(`${url.pathname}${name}`)).status).not.toBe(200);
    },
  );

  it('listens on loopback alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const socket = connect(Number(url.port), address);
      const [error] = await once(socket, 'error');
      expect(error.code).toBe('ECONNREFUSED');
    }
    expect(url.hostname).toBe('127.0.0.1');
  });

  it('has a token that nobody guesses, and another one each time', async () => {
    const other = await PageServer.start({ target: undefined as never, calls: new Map(), port: 0 });
    const token = new URL(other.url).pathname;
    other[Symbol.dispose]();
    expect(token).toMatch(/^\/[\w-]{32}\/$/);
    expect(token).not.toBe(url.pathname);
  });
});
