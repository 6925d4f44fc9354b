import { createServer as createPlainServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectProxy } from '../../../test/support/unit/connect-proxy.ts';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { type Identity, issueServing, makeAuthority } from '../../util/x509.ts';
import { CallError } from '../call-error.ts';
import { forwardProxy } from '../proxy/forward-proxy.ts';
import { HttpWire } from './http-wire.ts';

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

/** Says over which version of HTTP it was asked, and for what. */
async function start(): Promise<number> {
  const server = createSecureServer(
    { cert: serving.certificate, key: serving.privateKey, allowHTTP1: true },
    (request, response) => response.end(`HTTP/${request.httpVersion} ${request.url}`),
  );
  cleanups.push(() => server.close());
  return listening(server);
}

function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

async function proxied(identity?: Identity): Promise<ConnectProxy> {
  const proxy = await ConnectProxy.start(identity);
  cleanups.push(() => proxy.close());
  return proxy;
}

function wireTo(server: string, proxyUrl: string, disableHttp2 = false): HttpWire {
  const proxy = forwardProxy(proxyUrl);
  const wire = new HttpWire({ server, authority: authority.certificate, proxy, disableHttp2 });
  cleanups.push(() => wire[Symbol.dispose]());
  return wire;
}

async function ask(wire: HttpWire, path = '/a'): Promise<string> {
  return text((await wire.send({ method: 'GET', path, headers: {}, signal })).body);
}

const basic = `Basic ${Buffer.from('joe:s p@ss').toString('base64')}`;

describe('through a proxy', () => {
  it.each<[string, boolean, string]>([
    ['HTTP/2', false, 'HTTP/2.0 /a'],
    ['HTTP/1.1', true, 'HTTP/1.1 /a'],
  ])('a server is reached over %s', async (_, disableHttp2, answer) => {
    const [port, proxy] = [await start(), await proxied()];
    const wire = wireTo(
      `https://127.0.0.1:${port}`,
      `http://joe:s%20p%40ss@127.0.0.1:${proxy.port}`,
      disableHttp2,
    );
    expect(await ask(wire)).toBe(answer);
    expect(await ask(wire)).toBe(answer);
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${port} ${basic}`]);
  });

  it('that speaks TLS itself, with a certificate of the same authority', async () => {
    const [port, proxy] = [await start(), await proxied(serving)];
    expect(await ask(wireTo(`https://localhost:${port}`, `https://localhost:${proxy.port}`))).toBe(
      'HTTP/2.0 /a',
    );
    expect(proxy.asked).toEqual([`CONNECT localhost:${port}`]);
  });

  it('what is not encrypted is passed on request by request', async () => {
    const server = createPlainServer(({ url, headers }, response) =>
      response.end(`${url} ${headers.host} ${headers['proxy-authorization'] ?? 'no credentials'}`),
    );
    cleanups.push(
      () => void server.closeAllConnections(),
      () => server.close(),
    );
    const [port, proxy] = [await listening(server), await proxied()];
    const wire = wireTo(`http://127.0.0.1:${port}/below`, `http://joe:s%20p%40ss@127.0.0.1:${proxy.port}`);
    expect(await ask(wire, '/a?b=1')).toBe(`/below/a?b=1 127.0.0.1:${port} no credentials`);
    expect(proxy.asked).toEqual([`GET http://127.0.0.1:${port}/below/a?b=1 ${basic}`]);
  });
});

describe('a proxy', () => {
  const failure = async (wire: HttpWire): Promise<string> => {
    const error = await ask(wire).then(
      () => expect.unreachable(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CallError);
    expect((error as CallError).code).toBe('unreachable');
    return (error as CallError).message;
  };
  const answering = (answer: string) => (socket: { end(text: string): unknown }) => {
    socket.end(answer);
    return true;
  };

  it.each<[string, string, string | RegExp]>([
    ['wants credentials', 'HTTP/1.1 407 X\r\n\r\n', 'GET /a: proxyconnect: Proxy Authentication Required'],
    ['refuses', 'HTTP/1.1 403 X\r\n\r\n', 'GET /a: proxyconnect: Forbidden'],
    ['has an answer of its own', 'HTTP/1.1 499 X\r\n\r\n', 'GET /a: proxyconnect: status 499'],
    ['closes the connection', '', 'GET /a: proxyconnect: socket hang up'],
    ['speaks no HTTP', 'hello\r\n\r\n', /^GET \/a: proxyconnect: malformed HTTP response: /],
    [
      'says more than it was asked',
      'HTTP/1.1 200 OK\r\n\r\nmore',
      'GET /a: proxyconnect: an answer with more than its header',
    ],
  ])('that %s is an error of the request', async (_, answer, message) => {
    const proxy = await proxied();
    proxy.behave = answering(answer);
    const wire = wireTo('https://server.example', `http://joe:secret@127.0.0.1:${proxy.port}`);
    expect(await failure(wire)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(proxy.asked[0]).toMatch(/^CONNECT server\.example:443 /);
  });

  it('that is not there is said to be, not the server', async () => {
    const server = createTcpServer();
    const port = await listening(server as never);
    await new Promise((resolve) => server.close(resolve));
    const message = `GET /a: proxyconnect tcp: dial tcp 127.0.0.1:${port}: connect: connection refused`;
    expect(await failure(wireTo('https://server.example', `http://127.0.0.1:${port}`))).toBe(message);
  });

  it('that is not trusted gets no request', async () => {
    const other = await makeAuthority('other', testValidity());
    const names = { dnsNames: ['localhost'], addresses: [] };
    const proxy = await proxied(await issueServing(other, 'proxy', names, testValidity()));
    expect(await failure(wireTo('https://server.example', `https://localhost:${proxy.port}`))).toBe(
      'GET /a: proxyconnect tcp: x509: certificate signed by unknown authority (the issuer "CN=other" is not in the CA bundle)',
    );
    expect(proxy.asked).toEqual([]);
  });

  it('a request can be given up while it does not answer', async () => {
    const proxy = await proxied();
    const asked = new Promise<void>((resolve) => {
      proxy.behave = () => {
        resolve();
        return true;
      };
    });
    const stop = new AbortController();
    const wire = wireTo('https://server.example', `http://127.0.0.1:${proxy.port}`);
    const sent = wire.send({ method: 'GET', path: '/a', headers: {}, signal: stop.signal });
    await asked;
    stop.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  });
});
