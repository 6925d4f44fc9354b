import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueClient, makeAuthority } from '../../src/util/x509.ts';
import { kubectls } from '../support/kubectls.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { TestServer } from '../support/server.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const pods = '/api/v1/namespaces/default/pods';

/** What the agent does with requests of each path; tests change it. */
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

let directory: string;
let agent: NodeAgent;
let server: TestServer;

const switching = (protocol: string, ...more: string[]): string =>
  ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${protocol}`, ...more, '', ''].join(
    '\r\n',
  );

/** Sends back what it gets, after a greeting. */
function echo(_request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.write(`${switching('SPDY/3.1', 'X-Stream-Protocol-Version: v4.channel.k8s.io')}hello `);
  if (head.length > 0) socket.write(head);
  socket.pipe(socket);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'node-agents-'));
  const authority = await makeAuthority('node-ca', testValidity());
  const clients = await makeAuthority('client-ca', testValidity());
  const own = await issueClient(clients, { commonName: 'apiserver-node-client' }, testValidity());
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  agent = await NodeAgent.start(authority, clients.certificate, {
    respond: (request, response) => respond(request, response),
    upgrade: (request, socket, head) => upgrade(request, socket, head),
  });
  server = await TestServer.start({
    flags: [
      `--kubelet-certificate-authority=${file('ca.crt', authority.certificate)}`,
      `--kubelet-client-certificate=${file('client.crt', own.certificate)}`,
      `--kubelet-client-key=${file('client.key', own.privateKey)}`,
      '--allow-local-node-addresses',
    ],
  });
  await node('near', '127.0.0.1', agent.port);
  await node('down', '127.0.0.1', 1);
  await pod('web', 'near', ['app']);
  await pod('pair', 'near', ['a', 'b'], ['setup']);
  await pod('far', 'down', ['app']);
  await pod('lost', 'missing', ['app']);
  await pod('waiting', undefined, ['app']);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await agent[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

async function node(name: string, address: string | undefined, port: number): Promise<void> {
  const made = await server.client.post('/api/v1/nodes', { metadata: { name } });
  expect(made.status).toBe(201);
  const addresses = address === undefined ? [] : [{ type: 'InternalIP', address }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  expect((await server.client.put(`/api/v1/nodes/${name}/status`, { ...made.body, status })).status).toBe(
    200,
  );
}

async function pod(
  name: string,
  nodeName: string | undefined,
  names: string[],
  before: string[] = [],
): Promise<void> {
  const containers = (all: string[]) => all.map((container) => ({ name: container, image: 'i' }));
  const spec = { nodeName, containers: containers(names), initContainers: containers(before) };
  expect((await server.client.post(pods, { metadata: { name }, spec })).status).toBe(201);
}

const answer =
  (code: number, body: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(code, headers).end(body);

describe('a log', () => {
  it('is read at the agent of the node, as this server and not as the client', async () => {
    respond = answer(200, 'one\ntwo\n', { 'content-type': 'text/html', 'set-cookie': 'a=b' });
    const path = `${pods}/pair/log?container=b&tailLines=2&follow=true&sinceTime=2026-01-02T03:04:05Z&unknown=1`;
    const { status, headers, text } = await server.client.get(path, { headers: { 'x-own': '1' } });
    expect([status, text, headers['content-type']]).toEqual([200, 'one\ntwo\n', 'text/plain']);
    expect(headers['set-cookie']).toBeUndefined();
    const { request, client } = agent.last;
    expect(request.url).toBe(
      '/containerLogs/default/pair/b?follow=true&sinceTime=2026-01-02T03%3A04%3A05Z&tailLines=2',
    );
    expect(client).toBe('apiserver-node-client');
    expect(Object.keys(request.headers).sort()).toEqual(['connection', 'host']);
  });

  it('comes as it is written, and is given up with its client', async () => {
    let written: ServerResponse | undefined;
    respond = (_request, response) => {
      written = response;
      response.writeHead(200).write('first\n');
    };
    const before = agent.open;
    const log = await server.client.open('GET', `${pods}/web/log?follow=true`);
    expect(String((await once(log, 'data'))[0])).toBe('first\n');
    written!.write('second\n');
    expect(String((await once(log, 'data'))[0])).toBe('second\n');
    log.destroy();
    await until(() => agent.open === before);
  });

  it('ends where the agent breaks off', async () => {
    respond = (_request, response) => {
      response.writeHead(200).write('half', () => response.destroy());
    };
    const { status, text } = await server.client.get(`${pods}/web/log`);
    expect([status, text]).toEqual([200, 'half']);
  });

  it('is not waited for when the agent speaks of another protocol', async () => {
    respond = ({ socket }) =>
      void socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect((await server.client.get(`${pods}/web/log`)).body).toMatchObject({
      code: 500,
      message: expect.stringMatching(/^Get "https:.*": EOF$/),
    });
  });

  it('of a pod that is on no node is empty', async () => {
    const { status, text } = await server.client.get(`${pods}/waiting/log`);
    expect([status, text]).toEqual([204, '']);
  });

  it.each<[string, string, number, string]>([
    ['no pod', 'missing/log', 404, 'pods "missing" not found'],
    ['no node', 'lost/log', 404, 'nodes "missing" not found'],
    [
      'several containers',
      'pair/log',
      400,
      'a container name must be specified for pod pair, choose one of: [setup a b]',
    ],
    ['no such container', 'web/log?container=x', 400, 'container x is not valid for pod web'],
    ['no number', 'web/log?tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      'a negative number',
      'missing/log?tailLines=-1',
      422,
      'PodLogOptions "missing" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'two beginnings',
      'web/log?sinceSeconds=1&sinceTime=2026-01-02T03:04:05Z',
      422,
      'PodLogOptions "web" is invalid: : Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    [
      'nobody at the address',
      'far/log',
      500,
      'Get "https://127.0.0.1:1/containerLogs/default/far/app": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
  ])('is refused: %s', async (_what, path, code, message) => {
    expect((await server.client.get(`${pods}/${path}`)).body).toMatchObject({ code, message });
  });

  const details = { name: 'web', kind: 'pods/log' };
  it.each<[number, object]>([
    [400, { code: 400, reason: 'BadRequest', message: 'says why' }],
    [
      401,
      {
        code: 401,
        message: 'the server has asked for the client to provide credentials ( pods/log web)',
        details,
      },
    ],
    [403, { code: 403, reason: 'Forbidden', message: 'says why ( pods/log web)', details }],
    [
      404,
      { code: 404, message: 'the server could not find the requested resource ( pods/log web)', details },
    ],
    [500, { code: 500, reason: 'InternalError', message: 'Internal error occurred: says why' }],
    [
      502,
      {
        code: 502,
        message:
          'an error on the server ("says why") has prevented the request from succeeding ( pods/log web)',
      },
    ],
  ])('is refused by the agent with %d', async (code, body) => {
    respond = answer(code, 'says why');
    expect((await server.client.get(`${pods}/web/log`)).body).toMatchObject(body);
  });

  it('is not looked for where the agent points to', async () => {
    respond = answer(302, '', { location: `https://127.0.0.1:${agent.port}/elsewhere` });
    const calls = agent.calls.length;
    expect((await server.client.get(`${pods}/web/log`)).body).toMatchObject({
      code: 500,
      message: expect.stringContaining('redirects forbidden'),
    });
    expect(agent.calls.length).toBe(calls + 1);
  });

  it('is not taken from an agent with the certificate of another authority, unless the client says so', async () => {
    const stranger = await makeAuthority('stranger-ca', testValidity());
    const other = await NodeAgent.start(stranger, stranger.certificate, {
      respond: (request, response) => respond(request, response),
      upgrade: () => {},
    });
    await using _stopped = other;
    respond = answer(200, 'a log');
    await node('strange', '127.0.0.1', other.port);
    await pod('strange', 'strange', ['app']);
    expect((await server.client.get(`${pods}/strange/log`)).body).toMatchObject({
      code: 500,
      message: expect.stringContaining('x509: certificate signed by unknown authority'),
    });
    expect(other.calls).toEqual([]);
    const { text } = await server.client.get(`${pods}/strange/log?insecureSkipTLSVerifyBackend=true`);
    expect(text).toBe('a log');
  });

  for (const { title, path } of kubectls()) {
    it.skipIf(path === undefined)(`with ${title}`, async () => {
      respond = answer(200, 'one\ntwo\n');
      const ask = (...words: string[]) => run(path!, ['--kubeconfig', server.kubeconfig, ...words]);
      expect((await ask('logs', '-f', '--tail=2', 'web')).stdout).toBe('one\ntwo\n');
      expect(agent.last.request.url).toBe('/containerLogs/default/web/app?follow=true&tailLines=2');
      respond = answer(400, 'container "app" in pod "web" is waiting to start: ContainerCreating');
      await expect(ask('logs', 'web')).rejects.toMatchObject({
        stderr: expect.stringContaining(
          'container "app" in pod "web" is waiting to start: ContainerCreating',
        ),
      });
    });
  }
});

const upgrading = [
  'Connection: Upgrade',
  'Upgrade: SPDY/3.1',
  'X-Stream-Protocol-Version: v4.channel.k8s.io',
];
const head = (target: string, ...headers: string[]): string =>
  [`POST ${target} HTTP/1.1`, 'Host: server', 'Authorization: Bearer admin-token', ...headers, '', ''].join(
    '\r\n',
  );

/** All that comes until the server ends the connection. */
const send = (target: string, ...headers: string[]): Promise<string> =>
  rawRequest(server, head(target, 'Content-Length: 0', ...headers));

describe('a connection into a pod', () => {
  it('carries bytes both ways', async () => {
    upgrade = (request, socket, first) => {
      echo(request, socket, first);
      socket.once('data', () => setTimeout(() => socket.end(), 50));
    };
    const sent = head(
      `${pods}/pair/exec?container=a&command=sh&command=-c&stdin=true&tty=0&stdout=1`,
      ...upgrading,
    );
    const received = await rawRequest(server, sent, 'ping');
    expect(received).toBe(
      `${switching('SPDY/3.1', 'X-Stream-Protocol-Version: v4.channel.k8s.io')}hello ping`,
    );
    expect(agent.last.request.url).toBe('/exec/default/pair/a?command=sh&command=-c&input=1&output=1');
    expect([agent.last.request.method, agent.last.client]).toEqual(['POST', 'apiserver-node-client']);
  });

  it.each<[string, string]>([
    ['web/attach?stdin=true&tty=true', '/attach/default/web/app?input=1&tty=1'],
    ['web/portforward', '/portForward/default/web'],
    ['web/portforward?ports=80,443&ports=1', '/portForward/default/web?port=80%2C443%2C1'],
  ])('goes for %s to %s of the agent', async (path, target) => {
    upgrade = (_request, socket) => socket.end(switching('SPDY/3.1'));
    expect(statusOf(await send(`${pods}/${path}`, ...upgrading))).toBe(101);
    expect(agent.last.request.url).toBe(target);
  });

  it('tells the agent nothing of the credentials of its client', async () => {
    upgrade = (_request, socket) => socket.end(switching('SPDY/3.1'));
    await send(
      `${pods}/web/attach`,
      ...upgrading,
      'Impersonate-User: jane',
      'Impersonate-Group: system:masters',
      'X-Remote-User: jane',
      'X-Forwarded-For: 192.0.2.1',
    );
    const { headers } = agent.last.request;
    expect(headers).toEqual({
      host: `127.0.0.1:${agent.port}`,
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': 'v4.channel.k8s.io',
      'content-length': '0',
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    });
  });

  it.each<[string, string, number, string]>([
    ['no such container', 'web/exec?container=x', 400, 'container x is not valid for pod web'],
    ['no container named', 'pair/attach', 400, 'choose one of: [setup a b]'],
    ['a pod on no node', 'waiting/exec', 400, 'pod waiting does not have a host assigned'],
    [
      'a port that is none',
      'web/portforward?ports=x',
      400,
      'strconv.ParseUint: parsing \\"x\\": invalid syntax',
    ],
    ['a port too large', 'web/portforward?ports=65536', 400, 'value out of range'],
    [
      'nobody at the address',
      'far/exec',
      500,
      'error dialing backend: dial tcp 127.0.0.1:1: connect: connection refused',
    ],
  ])('is refused: %s', async (_what, path, code, message) => {
    const received = await send(`${pods}/${path}`, ...upgrading);
    expect([statusOf(received), received.includes(message)], received).toEqual([code, true]);
  });

  it('is counted as one', async () => {
    const { text } = await server.client.get('/metrics');
    const counted =
      /^apiserver_request_total\{(?=.*verb="CONNECT")(?=.*subresource="attach")(?=.*code="101").* [1-9]/m;
    expect(text).toMatch(counted);
  });

  it('is refused without an upgrade', async () => {
    expect((await server.client.post(`${pods}/web/exec`, undefined)).body).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: 'Upgrade request required',
    });
  });

  it('is refused with an upgrade to what nobody speaks, before the agent hears of it', async () => {
    const calls = agent.calls.length;
    const received = await send(`${pods}/web/exec`, 'Connection: Upgrade, close', 'Upgrade: IRC');
    expect([statusOf(received), agent.calls.length]).toEqual([400, calls]);
    expect(received).toContain('Upgrade request required');
  });

  it('ends with the refusal of the agent, and takes no second request (CVE-2018-1002105)', async () => {
    upgrade = (_request, socket) =>
      socket.write('HTTP/1.1 403 Forbidden\r\nX-Why: policy\r\nContent-Length: 7\r\n\r\nrefused');
    const calls = agent.calls.length;
    const received = await rawRequest(
      server,
      head(`${pods}/web/exec?command=ls`, 'Content-Length: 0', ...upgrading),
      head(`${pods}/web/exec?command=more`, 'Content-Length: 0', ...upgrading),
    );
    expect(received).toMatch(/^HTTP\/1\.1 403 [\s\S]*x-why: policy[\s\S]*refused$/i);
    expect(agent.calls.length).toBe(calls + 1);
    await until(() => agent.open === 0);
  });

  it.each([200, 300, 302, 307])('shows nothing of an answer of %d (CVE-2020-8559)', async (code) => {
    upgrade = (_request, socket) =>
      socket.write(
        `HTTP/1.1 ${code} Fine\r\nLocation: https://192.0.2.1/\r\nContent-Length: 6\r\n\r\nsecret`,
      );
    const received = await send(`${pods}/web/exec?command=ls`, ...upgrading);
    expect(statusOf(received)).toBe(500);
    expect(received).toContain(`invalid upgrade response: status code ${code}`);
    expect(received).not.toMatch(/location:|secret/i);
  });

  it('leaves nothing open, whoever ends it', async () => {
    upgrade = echo;
    const streams = await Promise.all(Array.from({ length: 50 }, () => opened(`${pods}/web/attach`)));
    expect(agent.open).toBe(50);
    for (const stream of streams) stream.destroy();
    await until(() => agent.open === 0);
    const livez = await server.client.get('/livez');
    expect(livez.status).toBe(200);
  });

  it('costs little while one side does not read', async () => {
    upgrade = (_request, socket) => {
      socket.write(switching('SPDY/3.1'));
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', more);
      more();
    };
    const before = await memoryOf(server);
    const stream = await opened(`${pods}/web/attach`);
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await memoryOf(server)) - before).toBeLessThan(30 * 1024 * 1024);
    stream.destroy();
    await until(() => agent.open === 0);
  });
});

/** A connection that has been upgraded. */
async function opened(target: string): Promise<Duplex> {
  const { request } = await import('node:https');
  const outgoing = request({
    host: '127.0.0.1',
    port: server.port,
    rejectUnauthorized: false,
    agent: false,
    method: 'POST',
    path: target,
    headers: { authorization: 'Bearer admin-token', connection: 'Upgrade', upgrade: 'SPDY/3.1' },
  });
  outgoing.end();
  const [, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex];
  return socket.on('error', () => {});
}

/** Bytes. */
async function memoryOf({ client }: TestServer): Promise<number> {
  const { text } = await client.get('/metrics');
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
}

describe('the address of a node', () => {
  it('is one of those that the node has', async () => {
    await node('nowhere', undefined, 1);
    await pod('nowhere', 'nowhere', ['app']);
    expect((await server.client.get(`${pods}/nowhere/log`)).body).toMatchObject({
      code: 500,
      message: 'no preferred addresses found; known addresses: []',
    });
  });

  it('is not one of this machine or of its link, unless the operator says so', async () => {
    const strict = await TestServer.start();
    try {
      const addresses = ['127.0.0.1', '169.254.169.254', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'localhost'];
      for (const [index, address] of addresses.entries()) {
        const name = `n${index}`;
        const made = await strict.client.post('/api/v1/nodes', { metadata: { name } });
        const status = { addresses: [{ type: 'InternalIP', address }] };
        await strict.client.put(`/api/v1/nodes/${name}/status`, { ...made.body, status });
        const containers = [{ name: 'app', image: 'i' }];
        await strict.client.post(pods, { metadata: { name }, spec: { nodeName: name, containers } });
        expect((await strict.client.get(`${pods}/${name}/log`)).body, address).toMatchObject({
          code: 400,
          message: 'address not allowed',
        });
      }
    } finally {
      await strict.stop();
    }
  });
});

it('without the files that the flags name does not start', async () => {
  const missing = join(directory, 'missing.crt');
  await expect(TestServer.start({ flags: [`--kubelet-certificate-authority=${missing}`] })).rejects.toThrow(
    /--kubelet-certificate-authority: .*no such file/,
  );
  await expect(TestServer.start({ flags: [`--kubelet-client-key=${missing}`] })).rejects.toThrow(
    /goes together with --kubelet-client-key/,
  );
});

it('a node that names this server as its agent is not dialled', async () => {
  await node('self', '::ffff:127.0.0.1', server.port);
  await node('service', '10.0.0.1', 443);
  for (const name of ['self', 'service']) {
    await pod(`on-${name}`, name, ['app']);
    for (const path of [`${pods}/on-${name}/log`, `/api/v1/nodes/${name}/proxy/version`]) {
      const { status, body } = await server.client.get(path);
      expect([path, status, body.message]).toEqual([path, 400, 'address not allowed']);
    }
  }
});
