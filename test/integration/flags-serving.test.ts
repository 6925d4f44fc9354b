import { copyFileSync, mkdtempSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type DetailedPeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki } from '../support/pki.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const pki = new Pki(mkdtempSync(join(tmpdir(), 'flags-serving-')));
let server: TestServer;

beforeAll(async () => {
  const authority = await pki.authority('ca');
  for (const name of ['standard', 'renewed', 'first', 'wild']) await pki.serving(name, authority);
  await pki.serving('own', authority, ['own.example.com', 'api.example.org']);
  copyFileSync(pki.path('standard.crt'), pki.path('serving.crt'));
  copyFileSync(pki.path('standard.key'), pki.path('serving.key'));
  const file = (name: string) => `${pki.path(`${name}.crt`)},${pki.path(`${name}.key`)}`;
  server = await TestServer.start({
    directory: pki.directory,
    flags: [
      `--tls-cert-file=${pki.path('serving.crt')}`,
      `--tls-private-key-file=${pki.path('serving.key')}`,
      `--tls-sni-cert-key=${file('own')}`,
      `--tls-sni-cert-key=${file('wild')}:*.example.com`,
      `--tls-sni-cert-key=${file('first')}:api.example.com,api.example.org`,
      '--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
      '--http2-max-streams-per-connection=7',
      '--cors-allowed-origins=^https://good\\.example\\.com$,//localhost(:|$)',
      '--strict-transport-security-directives=max-age=31536000,includeSubDomains',
      '--goaway-chance=0.02',
      '--feature-gates=APIResponseCompression=false,RemainingItemCount=false',
      '--disabled-metrics=apiserver_dropped_requests_total',
      '--etcd-count-metric-poll-period=0',
      '--logging-format=text',
      '--vmodule=watch=9',
    ],
  });
});

afterAll(async () => {
  await server?.remove();
});

interface Handshake {
  commonName: string;
  cipher: string;
  protocol: string | null;
}

function handshake(options: ConnectionOptions = {}): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { subject } = socket.getPeerCertificate() as DetailedPeerCertificate;
      resolve({
        commonName: String(subject.CN),
        cipher: socket.getCipher().name,
        protocol: socket.getProtocol(),
      });
      socket.destroy();
    });
  });
}

describe('--tls-sni-cert-key', () => {
  it.each([
    ['own.example.com', 'own', 'a name in a certificate, which is no wildcard'],
    ['api.example.com', 'first', 'an exact name comes before a wildcard'],
    ['api.example.org', 'first', 'a name that a flag says comes before one in a certificate'],
    ['API.Example.ORG', 'first', 'names in capitals'],
    ['www.example.com', 'wild', 'a wildcard'],
    ['a.b.example.com', 'standard', 'a wildcard stands for one label'],
    ['example.com', 'standard', 'a wildcard stands for no fewer'],
    ['elsewhere.test', 'standard', 'any other name'],
  ])('%s is shown the certificate %s: %s', async (servername, commonName) => {
    expect((await handshake({ servername })).commonName).toBe(commonName);
  });

  it('a client that asks for no name is shown the standard one', async () => {
    expect((await handshake()).commonName).toBe('standard');
  });
});

describe('--tls-cipher-suites', () => {
  it('one that is named is spoken', async () => {
    const { cipher } = await handshake({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
    expect(cipher).toBe('ECDHE-ECDSA-AES128-GCM-SHA256');
  });

  it('one that is not named is refused', async () => {
    const other = handshake({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' });
    await expect(other).rejects.toThrow(/handshake failure|alert/i);
  });

  it('TLS 1.3 is spoken beside', async () => {
    expect((await handshake({ minVersion: 'TLSv1.3' })).protocol).toBe('TLSv1.3');
  });
});

it('--tls-cert-file: a certificate that is replaced on disk is shown without a restart, half a pair is not', async () => {
  copyFileSync(pki.path('renewed.crt'), pki.path('serving.crt'));
  copyFileSync(pki.path('renewed.key'), pki.path('serving.key'));
  await until(async () => (await handshake()).commonName === 'renewed');
  expect((await handshake({ servername: 'api.example.com' })).commonName).toBe('first');
  expect(server.output).toContain('"serving certificates were replaced"');
  copyFileSync(pki.path('own.crt'), pki.path('serving.crt'));
  copyFileSync(pki.path('standard.crt'), pki.path('first.crt'));
  copyFileSync(pki.path('standard.key'), pki.path('first.key'));
  // The other pair is looked at in the same turn as the half one.
  await until(async () => (await handshake({ servername: 'api.example.com' })).commonName === 'standard');
  expect((await handshake()).commonName).toBe('renewed');
}, 90_000);

describe('HTTP/2', () => {
  const open = () => connectHttp2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });

  it('--http2-max-streams-per-connection', async () => {
    const session = open();
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    expect(session.remoteSettings.maxConcurrentStreams).toBe(7);
    session.destroy();
  });

  it('--goaway-chance: some request ends its connection, and none is lost', async () => {
    let connections = 0;
    for (let answered = 0; connections < 3 && answered < 3_000; connections++) {
      const session = open();
      let isAsked = false;
      session.once('goaway', () => (isAsked = true));
      while (!isAsked && !session.closed && answered < 3_000) {
        const status = await new Promise<number>((resolve, reject) => {
          const stream = session.request({ ':path': '/livez' });
          stream.once('response', (head) => resolve(Number(head[':status'])));
          stream.once('error', reject);
          stream.resume();
        });
        expect(status).toBe(200);
        answered++;
      }
      session.destroy();
    }
    // Each connection but the last was ended by the server: one request of fifty asks for it.
    expect(connections).toBe(3);
  }, 60_000);
});

describe('--cors-allowed-origins', () => {
  const preflight = (origin: string) =>
    server.client.send('OPTIONS', '/api/v1/namespaces', {
      headers: { origin, 'access-control-request-method': 'GET' },
    });

  it.each(['https://good.example.com', 'http://localhost:8080'])('%s may call', async (origin) => {
    const asked = await preflight(origin);
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
      'access-control-allow-headers':
        'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
      'access-control-expose-headers': 'Date',
      'access-control-allow-credentials': 'true',
    });
    const answer = await server.client.get('/api/v1/namespaces', { headers: { origin } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
  });

  it.each([
    ['a longer name', 'https://good.example.com.evil.org'],
    ['no origin', 'null'],
    ['an endless one', `https://${'a'.repeat(2_000)}localhost`],
  ])('%s may not', async (_, origin) => {
    const asked = await preflight(origin);
    expect(asked.status).not.toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    const answer = await server.client.get('/api/v1/namespaces', { headers: { origin } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});

it('--strict-transport-security-directives: every answer has the header', async () => {
  for (const path of ['/livez', '/api/v1/namespaces', '/nothing']) {
    const { headers } = await server.client.get(path);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  }
});

it('--feature-gates: answers are not compressed, pages do not say how many items follow', async () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  for (const name of ['a', 'b', 'c']) {
    const made = await server.client.post(maps, { metadata: { name }, data: { x: 'x'.repeat(200_000) } });
    expect(made.status).toBe(201);
  }
  const list = await server.client.get(maps, { headers: { 'accept-encoding': 'gzip' } });
  expect(list.headers['content-encoding']).toBeUndefined();
  const page = await server.client.get(`${maps}?limit=1`);
  expect(page.body.metadata).toMatchObject({ continue: expect.any(String) });
  expect(page.body.metadata.remainingItemCount).toBeUndefined();
});

it('--disabled-metrics, --etcd-count-metric-poll-period=0: metrics that are not shown', async () => {
  const { text } = await server.client.get('/metrics');
  expect(text).toContain('apiserver_current_inflight_requests');
  expect(text).toContain('(Deprecated since 1.23.0)');
  expect(text).not.toContain('apiserver_dropped_requests_total');
  expect(text).not.toContain('apiserver_storage_objects');
});

it('--logging-format=text: lines as text; --vmodule: a warning among them', () => {
  const lines = server.output.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => !/^[IWE]\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ server\] "/.test(line))).toEqual(
    lines.filter((line) => line.startsWith('The API server') || line.startsWith('  kubectl')),
  );
  expect(server.output).toMatch(
    /^W.*"--vmodule has no effect: verbosity is that of the whole server, with --v"$/m,
  );
});

describe('--profiling', () => {
  it('profiles are there for those who may have them', async () => {
    const cpu = await server.client.get('/debug/pprof/profile?seconds=0.2');
    expect(cpu.body).toMatchObject({ nodes: expect.any(Array), startTime: expect.any(Number) });
    const heap = await server.client.get('/debug/pprof/heap?seconds=0.2');
    expect(heap.body).toMatchObject({ head: expect.any(Object) });
    const index = await server.client.get('/debug/pprof/');
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(index.text).toContain('href="/debug/pprof/profile?seconds=30"');
  });

  it.each([
    ['/debug/pprof/profile?seconds=0', 400],
    ['/debug/pprof/profile?seconds=51', 400],
    ['/debug/pprof/profile?seconds=soon', 400],
    ['/debug/pprof/toString', 404],
    ['/debug/pprof/goroutine', 404],
  ])('%s: %s', async (path, status) => {
    expect((await server.client.get(path)).status).toBe(status);
  });

  it('one at a time', async () => {
    const [first, second] = await Promise.all([
      server.client.get('/debug/pprof/profile?seconds=1'),
      server.client.get('/debug/pprof/heap?seconds=1'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 503]);
  });
});
