import { createServer as createPlainServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { type SocksAnswers, SocksProxy } from '../../../test/support/unit/socks-proxy.ts';
import { type Identity, issueServing, makeAuthority } from '../../util/x509.ts';
import { CallError } from '../call-error.ts';
import { forwardProxy } from '../proxy/forward-proxy.ts';
import { HttpWire } from './http-wire.ts';

let authority: Identity;
let serving: Identity;
let proxy: SocksProxy;
const cleanups: (() => void)[] = [];
beforeAll(async () => {
  authority = await makeAuthority('ca', testValidity());
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1', '::1'] };
  serving = await issueServing(authority, 'server', names, testValidity());
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function start(): Promise<number> {
  proxy = await SocksProxy.start();
  const server = createSecureServer(
    { cert: serving.certificate, key: serving.privateKey },
    (request, response) => response.end(`HTTP/${request.httpVersion} ${request.url}`),
  );
  cleanups.push(
    () => proxy.close(),
    () => server.close(),
  );
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

async function ask(server: string, credentials = ''): Promise<string> {
  const wire = new HttpWire({
    server,
    authority: authority.certificate,
    proxy: forwardProxy(`socks5://${credentials}127.0.0.1:${proxy.port}`),
  });
  cleanups.push(() => wire[Symbol.dispose]());
  const { signal } = new AbortController();
  return text((await wire.send({ method: 'GET', path: '/a', headers: {}, signal })).body);
}

describe('through a SOCKS5 proxy', () => {
  it.each<[string, string, string]>([
    ['localhost', 'name localhost', 'which resolves its name'],
    ['127.0.0.1', 'ipv4 127.0.0.1', 'by its IPv4 address'],
    ['[::1]', `ipv6 ${'0'.repeat(31)}1`, 'by its IPv6 address'],
  ])('the server %s is reached as %s, %s', async (host, place) => {
    const port = await start();
    expect(await ask(`https://${host}:${port}`)).toBe('HTTP/2.0 /a');
    expect(proxy.asked).toEqual([`${place}:${port}`]);
  });

  it('that wants a user name and a password', async () => {
    const port = await start();
    expect(await ask(`https://localhost:${port}`, 'joe:s%20p%40ss@')).toBe('HTTP/2.0 /a');
    expect(proxy.asked).toEqual(['joe:s p@ss', `name localhost:${port}`]);
  });

  it('a server without TLS is reached as well', async () => {
    await start();
    const server = createPlainServer(({ url }, response) => response.end(`plain ${url}`));
    cleanups.push(
      () => void server.closeAllConnections(),
      () => server.close(),
    );
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    );
    expect(await ask(`http://127.0.0.1:${port}`)).toBe('plain /a');
    expect(proxy.asked).toEqual([`ipv4 127.0.0.1:${port}`]);
  });
});

describe('a SOCKS5 proxy', () => {
  it.each<[string, SocksAnswers, string]>([
    ['wants another authentication', { method: '05ff' }, 'no acceptable authentication methods'],
    ['speaks another version', { method: '0400' }, 'unexpected protocol version 4'],
    ['refuses the credentials', { authentication: '0101' }, 'username/password authentication failed'],
    ['refuses the place', { reply: '05020001000000000000' }, 'connection not allowed by ruleset'],
    ['cannot reach the server', { reply: '05050001000000000000' }, 'connection refused'],
    ['has an answer of its own', { reply: '05630001000000000000' }, 'unknown code: 99'],
  ])('that %s is an error of the request', async (_, answers, message) => {
    const port = await start();
    proxy.answers = answers;
    const error = await ask(`https://localhost:${port}`, 'joe:secret@').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: 'unreachable', message: `GET /a: socks connect: ${message}` });
  });

  it('that closes the connection is an error of the request', async () => {
    const port = await start();
    proxy.answers = { method: '' };
    const asked = ask(`https://localhost:${port}`);
    setTimeout(() => proxy.close(), 50);
    await expect(asked).rejects.toThrow('GET /a: socks connect: ');
  });
});
