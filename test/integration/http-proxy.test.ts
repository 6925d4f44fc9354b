import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateRawSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
} from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../src/util/x509.ts';
import { kubectls } from '../support/kubectls.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { TestServer } from '../support/server.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

/** What the backend does with a request; tests change it. */
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let upgrade: (request: IncomingMessage, socket: Duplex) => void;

let backend: Server;
let agent: NodeAgent;
let server: TestServer;
let last: IncomingMessage;
let open = 0;
const web = '/api/v1/namespaces/default/pods/web/proxy';

beforeAll(async () => {
  backend = createServer((request, response) => {
    last = request;
    respond(request, response);
  });
  backend.on('upgrade', (request, socket) => {
    last = request;
    upgrade(request, socket);
  });
  backend.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
  });
  await once(backend.listen(0, '127.0.0.1'), 'listening');
  const authority = await makeAuthority('node-ca', testValidity());
  agent = await NodeAgent.start(authority, authority.certificate, {
    respond: (request, response) => respond(request, response),
    upgrade: () => {},
  });
  server = await TestServer.start({ flags: ['--allow-local-node-addresses'] });
  const { port } = backend.address() as AddressInfo;
  await pod(server, 'web', '127.0.0.1', port);
  await pod(server, 'down', '127.0.0.1', 1);
  const node = await server.client.post('/api/v1/nodes', { metadata: { name: 'near' } });
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
  };
  expect((await server.client.put('/api/v1/nodes/near/status', { ...node.body, status })).status).toBe(200);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await agent[Symbol.asyncDispose]();
  backend.closeAllConnections();
  backend.close();
});

async function pod({ client }: TestServer, name: string, ip: string, containerPort: number): Promise<void> {
  const path = '/api/v1/namespaces/default/pods';
  const containers = [{ name: 'app', image: 'i', ports: [{ containerPort }] }];
  const made = await client.post(path, { metadata: { name }, spec: { containers } });
  const status = { podIP: ip, podIPs: [{ ip }] };
  expect((await client.put(`${path}/${name}/status`, { ...made.body, status })).status).toBe(200);
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/x-echo' });
  request.pipe(response);
};

describe('a proxied request', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])('goes on as %s', async (method) => {
    respond = echo;
    const body = method === 'GET' || method === 'HEAD' ? undefined : 'a body that is no JSON {';
    const headers = { 'content-type': 'text/plain', accept: 'text/html', 'x-own': '1' };
    const answer = await server.client.send(method, `${web}/a//b/../c/?z=1&a=%2F&watch=true`, {
      body,
      headers,
    });
    expect([answer.status, answer.headers['content-type']], answer.text).toEqual([200, 'text/x-echo']);
    expect(answer.text).toBe(body ?? '');
    expect([last.method, last.url]).toEqual([method, '/a/c/?z=1&a=%2F&watch=true']);
  });

  it('says where it comes from, and nothing of who sent it', async () => {
    respond = echo;
    await server.client.get(`${web}/x?y`, {
      headers: {
        connection: 'close, x-hop',
        'x-hop': '1',
        te: 'gzip, trailers',
        'proxy-authorization': 'Basic x',
        'impersonate-user': 'admin',
        'impersonate-group': 'system:masters',
        'x-remote-user': 'jane',
        'x-forwarded-for': '192.0.2.1',
        cookie: 'a=b',
      },
    });
    const { host, connection: _connection, ...headers } = last.headers;
    expect(headers).toEqual({
      cookie: 'a=b',
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
      'x-forwarded-uri': `${web}/x`,
    });
    expect(host).toBe(`127.0.0.1:${server.port}`);
  });

  it('goes on from HTTP/2', async () => {
    respond = echo;
    const session = connectHttp2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
    const headers = { authorization: 'Bearer admin-token', ':path': `${web}/two`, ':method': 'POST' };
    const stream = session.request(headers);
    stream.end('over two');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    session.close();
    expect([text, last.url, last.headers['host']]).toEqual(['over two', '/two', `127.0.0.1:${server.port}`]);
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'is one request to the backend, whatever is in the body of a %s',
    async (method) => {
      const seen: string[] = [];
      respond = (request, response) => {
        seen.push(`${request.method} ${request.url}`);
        echo(request, response);
      };
      const next = `GET /secret HTTP/1.1\r\nHost: backend\r\n\r\n`;
      const head = [
        `${method} ${web}/x HTTP/1.1`,
        'Host: server',
        'Authorization: Bearer admin-token',
        'Connection: close',
        'Transfer-Encoding: chunked',
        '',
        '',
      ].join('\r\n');
      const received = await rawRequest(server, head, `${next.length.toString(16)}\r\n${next}\r\n0\r\n\r\n`);
      expect([statusOf(received), received.includes('GET /secret')]).toEqual([200, true]);
      const both = head.replace('Transfer-Encoding', 'Content-Length: 5\r\nTransfer-Encoding');
      expect(statusOf(await rawRequest(server, both, '0\r\n\r\n'))).toBe(400);
      expect(seen).toEqual([`${method} /x`]);
    },
  );

  it('gets the answer of the backend, but for what is about connections and origins', async () => {
    respond = (_request, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Keep-Alive', 'timeout=1');
      response.setHeader('Location', '/elsewhere');
      response.writeHead(302).end('moved');
    };
    const { status, headers, text } = await server.client.get(`${web}/x`);
    expect([status, text, headers['set-cookie']]).toEqual([302, 'moved', ['a=1', 'b=2']]);
    expect(headers.location).toBe(`${web}/elsewhere`);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['no encoding', '', (page: Buffer) => page, (page: Buffer) => page],
    ['gzip', 'gzip', gzipSync, gunzipSync],
    ['deflate', 'deflate', deflateRawSync, inflateRawSync],
    ['an encoding that is not known', 'br', brotliCompressSync, undefined],
  ] as const)('gets pages with links that lead back here, in %s', async (_what, encoding, encode, decode) => {
    const page = '<a href="/rewriteme">ä</a>';
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding };
    respond = (_request, response) => {
      const body = encode(Buffer.from(page));
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
    };
    const { bytes, headers: answered } = await server.client.get(`${web}/`);
    if (decode === undefined) return expect(String(brotliDecompressSync(bytes))).toBe(page);
    expect(String(decode(bytes))).toBe(`<a href="${web}/rewriteme">ä</a>`);
    expect(answered['content-length']).toBeUndefined();
  });

  it('gets no page that breaks off for a whole one', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<a href="/x">', () => response.destroy());
    };
    await expect(server.client.get(`${web}/`)).rejects.toThrow();
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('no gzip');
    };
    await expect(server.client.get(`${web}/`)).rejects.toThrow();
    expect((await server.client.get('/livez')).text).toBe('ok');
  });

  it('is sent to the path with a slash when it has none', async () => {
    const { status, headers, text } = await server.client.get(`${web}?a=b`);
    expect([status, headers.location, text]).toEqual([301, `${web}/?a=b`, '']);
    respond = echo;
    expect((await server.client.send('POST', web, { body: 'x' })).text).toBe('x');
    expect(last.url).toBe('/');
  });

  it.each<[string, number, string]>([
    ['pods/missing/proxy/', 404, 'pods "missing" not found'],
    ['pods/a:b:c:d/proxy/', 400, 'invalid pod request "a:b:c:d"'],
    ['services/missing/proxy/', 404, 'endpoints "missing" not found'],
    [
      'pods/down/proxy/',
      503,
      'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    ['pods/web/proxy/?dryRun=', 400, 'dryRun is not supported'],
  ])('for %s gets %d', async (path, code, message) => {
    expect((await server.client.get(`/api/v1/namespaces/default/${path}`)).body).toMatchObject({
      code,
      message,
    });
  });

  it('is answered with an error when the backend breaks off, before its answer or in it', async () => {
    respond = (request) => request.socket.destroy();
    expect((await server.client.get(`${web}/x`)).body).toMatchObject({
      code: 503,
      message: 'error trying to reach service: EOF',
    });
    // Nobody asked for another protocol.
    respond = ({ socket }) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect((await server.client.get(`${web}/x`)).status).toBe(503);
    respond = (_request, response) => void response.write('half', () => response.destroy());
    await expect(server.client.get(`${web}/x`)).rejects.toThrow();
    expect((await server.client.get('/livez')).text).toBe('ok');
  });

  it('is given up with its client, and its answer comes as it is written', async () => {
    respond = (_request, response) => void response.write('first');
    const answer = await server.client.open('GET', `${web}/x`);
    expect(String((await once(answer, 'data'))[0])).toBe('first');
    expect(open).toBe(1);
    answer.destroy();
    await until(() => open === 0);
  });

  it('upgrades, without its query', async () => {
    upgrade = (_request, socket) =>
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello',
      );
    const head = [
      `GET ${web}/ws?a=b HTTP/1.1`,
      'Host: server',
      'Authorization: Bearer admin-token',
      'Connection: Upgrade',
      'Upgrade: websocket',
      '',
      '',
    ].join('\r\n');
    const received = await rawRequest(server, head);
    expect([statusOf(received), received.endsWith('hello')]).toEqual([101, true]);
    expect([last.url, last.headers['authorization']]).toEqual(['/ws', undefined]);
  });

  it('goes to the agent of a node, or to another port of it', async () => {
    respond = echo;
    const calls = agent.calls.length;
    expect((await server.client.get('/api/v1/nodes/near/proxy/metrics?x=1')).status).toBe(200);
    expect(agent.last.request.url).toBe('/metrics?x=1');
    const { port } = backend.address() as AddressInfo;
    expect((await server.client.get(`/api/v1/nodes/near:${port}/proxy/other`)).status).toBe(200);
    expect([last.url, agent.calls.length]).toEqual(['/other', calls + 1]);
  });

  it('goes to no address of this machine or of its link, unless the operator says so', async () => {
    const strict = await TestServer.start();
    try {
      const addresses = ['127.0.0.1', '169.254.169.254', '0.0.0.0', '::1', 'fe80::1', '::ffff:127.0.0.1'];
      for (const [index, address] of addresses.entries()) {
        await pod(strict, `p${index}`, address, 80);
        const path = `/api/v1/namespaces/default/pods/p${index}/proxy/`;
        expect((await strict.client.get(path)).body, address).toMatchObject({
          code: 400,
          message: 'address not allowed',
        });
      }
    } finally {
      await strict.stop();
    }
  });
});

for (const { title, path } of kubectls()) {
  it.skipIf(path === undefined)(`${title} proxy passes requests on, and watches`, async () => {
    respond = (_, response) => response.end('from the pod');
    const proxy = spawn(path!, ['--kubeconfig', server.kubeconfig, 'proxy', '--port=0']);
    try {
      let said = '';
      proxy.stdout.on('data', (chunk) => (said += chunk));
      await until(() => /127\.0\.0\.1:\d+/.test(said));
      const [address] = /127\.0\.0\.1:\d+/.exec(said)!;
      const page = await fetch(`http://${address}${web}/index.html`);
      expect([page.status, await page.text()]).toEqual([200, 'from the pod']);
      const version = await fetch(`http://${address}/version`);
      expect(((await version.json()) as { major: string }).major).toBe('1');
      const watch = await fetch(`http://${address}/api/v1/namespaces/default/pods?watch=true`);
      const [event] = new TextDecoder().decode((await watch.body!.getReader().read()).value).split('\n');
      expect(JSON.parse(event!)).toMatchObject({ type: 'ADDED', object: { kind: 'Pod' } });
    } finally {
      proxy.kill();
    }
  });
}
