import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, connect as dial, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestHttpsServer, testValidity } from '../../../test/support/unit/https-server.ts';
import { until } from '../../../test/support/until.ts';
import { type Identity, issueClient, issueServing, makeAuthority } from '../../util/x509.ts';
import { CallError } from '../call-error.ts';
import { HttpWire, type HttpWireOptions } from './http-wire.ts';
import type { WireAnswer } from './wire.ts';

type Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

let authority: Identity;
let serving: Identity;
const signal = new AbortController().signal;
const cleanups: (() => void)[] = [];

beforeAll(async () => {
  authority = await makeAuthority('ca', testValidity());
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
  serving = await issueServing(authority, 'server', names, testValidity());
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const helloTo: Handler = ({ method, url, authority: host }, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end(`${method} ${url} ${host.replace(/\d+$/, '')}`);
};

interface Server {
  server: Http2SecureServer;
  sessions: ServerHttp2Session[];
  sockets: TLSSocket[];
  port: number;
}

async function start(handler: Handler, { maxStreams = 200, port = 0 } = {}): Promise<Server> {
  const server = createSecureServer(
    {
      cert: serving.certificate,
      key: serving.privateKey,
      ca: authority.certificate,
      requestCert: true,
      rejectUnauthorized: false,
      allowHTTP1: true,
      settings: { maxConcurrentStreams: maxStreams },
      maxSessionMemory: 1_000,
    },
    handler,
  );
  const sessions: ServerHttp2Session[] = [];
  const sockets: TLSSocket[] = [];
  server.on('secureConnection', (socket) => void sockets.push(socket));
  server.on('session', (session) => void sessions.push(session));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => stop({ server, sessions }));
  return { server, sessions, sockets, port: (server.address() as AddressInfo).port };
}

function stop({ server, sessions }: Pick<Server, 'server' | 'sessions'>): void {
  server.close();
  for (const session of sessions) session.destroy();
}

function wireTo(port: number, options: Partial<HttpWireOptions> = {}): HttpWire {
  const wire = new HttpWire({
    server: `https://127.0.0.1:${port}`,
    authority: authority.certificate,
    ...options,
  });
  cleanups.push(() => wire[Symbol.dispose]());
  return wire;
}

const ask = (wire: HttpWire, path = '/a') => wire.send({ method: 'GET', path, headers: {}, signal });

async function textOf({ body }: WireAnswer): Promise<string> {
  let text = '';
  for await (const chunk of body) text += chunk;
  return text;
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('over HTTP/2', () => {
  it('many requests at a time share one connection', async () => {
    const { port, sessions } = await start(helloTo);
    const wire = wireTo(port);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(wire, `/p?n=${n}`)));
    expect(await textOf(answers[7]!)).toBe('GET /p?n=7 127.0.0.1:');
    expect(answers[7]).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain' } });
    expect(sessions).toHaveLength(1);
  });

  it('the path of the server comes before each path, and bodies arrive', async () => {
    const { port } = await start(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.end(`${request.url} ${text} ${request.headers['content-type']}`);
    });
    const wire = wireTo(port, { server: `https://localhost:${port}/prefix/` });
    const headers = { 'content-type': 'application/json' };
    const answer = await wire.send({ method: 'POST', path: '/a?b=c', headers, body: '{"ä":1}', signal });
    expect(await textOf(answer)).toBe('/prefix/a?b=c {"ä":1} application/json');
  });

  it('what the server does not take on one connection goes over another', async () => {
    const waiting: Http2ServerResponse[] = [];
    const { port, sessions } = await start((_, response) => void waiting.push(response), { maxStreams: 3 });
    const wire = wireTo(port);
    const first = ask(wire);
    await until(() => waiting.length === 1);
    const rest = Array.from({ length: 4 }, () => ask(wire));
    await until(() => waiting.length === 5);
    expect(sessions).toHaveLength(2);
    for (const response of waiting) response.end();
    for (const answer of await Promise.all([first, ...rest])) expect(await textOf(answer)).toBe('');
  });

  it('after GOAWAY what is under way goes on, and what follows has a new connection', async () => {
    const waiting: Http2ServerResponse[] = [];
    const { port, sessions } = await start((request, response) => {
      if (request.url === '/slow') waiting.push(response);
      else helloTo(request, response);
    });
    const wire = wireTo(port);
    const slow = ask(wire, '/slow');
    await until(() => waiting.length === 1);
    sessions[0]!.goaway(0);
    await textOf(await ask(wire));
    await until(async () => (await textOf(await ask(wire))) !== '' && sessions.length === 2);
    waiting[0]!.end('late');
    expect(await textOf(await slow)).toBe('late');
  });

  it('a request that the server refused before it looked at it is sent again', async () => {
    let refusals = 2;
    const { port } = await start((request, response) => {
      if (refusals-- > 0) response.stream.close(7);
      else helloTo(request, response);
    });
    expect(await textOf(await ask(wireTo(port)))).toMatch(/^GET/);
  });

  it('a connection that broke is made anew', async () => {
    const first = await start(helloTo);
    const wire = wireTo(first.port);
    await textOf(await ask(wire));
    stop(first);
    await once(first.server, 'close');
    expect(await failureOf(ask(wire))).toMatchObject({ name: 'CallError', code: 'unreachable' });
    await start(helloTo, { port: first.port });
    expect(await textOf(await ask(wire))).toMatch(/^GET/);
  });

  it('another client certificate is shown from the next request on, and what is under way goes on', async () => {
    const waiting: Http2ServerResponse[] = [];
    const { port } = await start((request, response) => {
      const shown = (request.stream.session!.socket as TLSSocket).getPeerCertificate().subject.CN;
      if (request.url === '/slow') waiting.push(response);
      else response.end(String(shown));
    });
    let identity = await issueClient(authority, { commonName: 'first' }, testValidity());
    const wire = wireTo(port, { identity: () => identity });
    const slow = ask(wire, '/slow');
    expect(await textOf(await ask(wire))).toBe('first');
    identity = await issueClient(authority, { commonName: 'second' }, testValidity());
    expect(await textOf(await ask(wire))).toBe('second');
    waiting[0]!.end('late');
    expect(await textOf(await slow)).toBe('late');
  });

  it('a slow reader does not stop the others', async () => {
    const { port } = await start((request, response) => {
      response.end(request.url === '/large' ? Buffer.alloc(20_000_000) : 'small');
    });
    const wire = wireTo(port);
    const large = await ask(wire, '/large');
    expect(await textOf(await ask(wire, '/small'))).toBe('small');
    let bytes = 0;
    for await (const chunk of large.body) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(20_000_000);
  });

  it('a wire may be closed in the moment in which its connection is open', async () => {
    const { port } = await start(helloTo);
    for (let n = 0; n < 5; n++) {
      const wire = wireTo(port);
      const closes = () => {
        wire[Symbol.dispose]();
        throw new Error('closed');
      };
      const call = { method: 'GET', path: '/a', headers: {}, signal, mayGo: closes };
      expect(await failureOf(wire.send(call))).toEqual(new Error('closed'));
      await new Promise(setImmediate);
    }
  });

  it('a server that is gone without a word is found out by a ping', async () => {
    const { port } = await start(() => {});
    const sockets: Socket[] = [];
    const proxy = createTcpServer((socket) => {
      const onward = dial(port, '127.0.0.1');
      sockets.push(socket.pipe(onward).pipe(socket) as Socket, onward);
      for (const each of [socket, onward]) each.on('error', () => {});
    }).listen(0, '127.0.0.1');
    cleanups.push(() => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    });
    await once(proxy, 'listening');
    const wire = wireTo((proxy.address() as AddressInfo).port, { pings: { after: 120, timeout: 60 } });
    const began = performance.now();
    const failure = failureOf(ask(wire));
    // As long as pings are answered the request goes on.
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const socket of sockets) socket.unpipe();
    expect(await failure).toMatchObject({ code: 'reset', message: 'GET /a: http2: client connection lost' });
    expect(performance.now() - began).toBeGreaterThan(500);
  });
});

describe('over HTTP/1.1', () => {
  it('asks a server that speaks nothing else', async () => {
    const server = await TestHttpsServer.start(() => ({ body: 'yes' }));
    cleanups.push(() => void server.close());
    const wire = wireTo(server.port, { authority: server.authority.certificate });
    for (let n = 0; n < 3; n++) expect(await textOf(await ask(wire, `/x?n=${n}`))).toBe('yes');
    expect(server.calls.map(({ path }) => path)).toEqual(['/x?n=0', '/x?n=1', '/x?n=2']);
    expect(server.calls[0]!.headers.host).toBe(`127.0.0.1:${server.port}`);
    expect(server.connections).toBe(1);
  });

  it('asks without TLS where the URL says so', async () => {
    const server = createPlainServer((_, response) => void response.end('plain')).listen(0, '127.0.0.1');
    cleanups.push(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await textOf(await ask(wireTo(port, { server: `http://127.0.0.1:${port}` })))).toBe('plain');
  });

  it('asks where HTTP/2 is switched off', async () => {
    const { port } = await start((request, response) => void response.end(request.httpVersion));
    expect(await textOf(await ask(wireTo(port, { disableHttp2: true })))).toBe('1.1');
    expect(await textOf(await ask(wireTo(port)))).toBe('2.0');
  });
});

describe.each([false, true])('a request that must not go any more, without HTTP/2: %j', (disableHttp2) => {
  it('is held back, also when that comes out while its connection is opened', async () => {
    const asked: string[] = [];
    const { port } = await start((request, response) => {
      asked.push(request.url);
      response.end();
    });
    const wire = wireTo(port, { disableHttp2 });
    let opened = 0;
    const put = (path: string, mayGo: () => void) =>
      wire.send({ method: 'PUT', path, headers: {}, body: '{}', signal, mayGo });
    const early = put('/early', () => {
      opened++;
      throw new Error('not now');
    });
    expect(opened).toBe(0);
    expect(await failureOf(early)).toEqual(new Error('not now'));
    expect(opened).toBe(1);
    await textOf(await put('/good', () => {}));
    const late = put('/late', () => {
      throw new Error('not now');
    });
    expect(await failureOf(late)).toEqual(new Error('not now'));
    await textOf(await ask(wire));
    expect(asked).toEqual(['/good', '/a']);
  });
});

describe.each([false, true])('what fails, without HTTP/2: %j', (disableHttp2) => {
  it('a call rejects when there is no server', async () => {
    const { port, server } = await start(helloTo);
    server.close();
    await once(server, 'close');
    const error = await failureOf(ask(wireTo(port, { disableHttp2 })));
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      code: 'unreachable',
      message: `GET /a: dial tcp 127.0.0.1:${port}: connect: connection refused`,
    });
  });

  it('a server that is not trusted', async () => {
    const { port } = await start(helloTo);
    const other = await makeAuthority('other', testValidity());
    const error = await failureOf(ask(wireTo(port, { disableHttp2, authority: other.certificate })));
    expect(error).toMatchObject({ name: 'CallError', code: 'unreachable' });
  });

  it('a connection that breaks before the answer', async () => {
    const { port, sockets } = await start(() => sockets.at(-1)!.destroy());
    expect(await failureOf(ask(wireTo(port, { disableHttp2 })))).toMatchObject({ code: 'reset' });
  });

  it('a connection that breaks within the answer: who reads it hears of it', async () => {
    const { port, sockets } = await start((_, response) => {
      response.writeHead(200);
      response.write('half');
      setTimeout(() => sockets.at(-1)!.destroy(), 20);
    });
    const answer = await ask(wireTo(port, { disableHttp2 }));
    expect(await failureOf(textOf(answer))).toBeInstanceOf(Error);
  });

  it('a caller that gives up, before and within the answer', async () => {
    const { port } = await start((request, response) => {
      if (request.url === '/begun') response.writeHead(200).write('half');
    });
    const wire = wireTo(port, { disableHttp2 });
    const why = new Error('enough');
    const before = new AbortController();
    const waiting = failureOf(
      wire.send({ method: 'GET', path: '/none', headers: {}, signal: before.signal }),
    );
    setTimeout(() => before.abort(why), 20);
    expect(await waiting).toBe(why);
    const within = new AbortController();
    const answer = await wire.send({ method: 'GET', path: '/begun', headers: {}, signal: within.signal });
    setTimeout(() => within.abort(why), 20);
    expect(await failureOf(textOf(answer))).toBeInstanceOf(Error);
  });
});
