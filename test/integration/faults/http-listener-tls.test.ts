import { execFile } from 'node:child_process';
import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';
import { ChainCertificate } from '../../../src/access/authentication/certificate-chain.ts';
import { ClientCertificateAuthenticator } from '../../../src/access/authentication/methods/client-certificate.ts';
import { connectionOf } from '../../../src/server/http/connection.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { issueClient, issueServing, makeAuthority, parseBundle, subjectOf } from '../../../src/util/x509.ts';
import { authority, get1, get2, listen, rawTls, readAll, session2, tls } from './http-listener-fixture.ts';

const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };

describe('the connection of a request', () => {
  const seen: { certificates: readonly Buffer[]; connection: object; remote: string }[] = [];
  const record = (request: Request, response: Response) => {
    const connection = connectionOf(request);
    seen.push({ certificates: connection.peerCertificates, connection, remote: connection.remoteAddress });
    response.end();
  };

  test('is one object for all its requests and has the certificates of the peer', async () => {
    const intermediate = await makeAuthority('between', validity, authority);
    const client = await issueClient(intermediate, { commonName: 'jane' }, validity);
    const bundle = client.certificate + intermediate.certificate;
    const credentials = { key: client.privateKey, cert: bundle };
    const { port } = await listen((application) => void application.get('/', record));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await get1(port, { agent, ...credentials });
    await get1(port, { agent, ...credentials });
    agent.destroy();
    const session = session2(port, credentials);
    await Promise.all([get2(session), get2(session)]);
    const [first, second, third, fourth] = seen.splice(0);
    expect(second!.connection).toBe(first!.connection);
    expect(fourth!.connection).toBe(third!.connection);
    for (const { certificates, remote } of [first!, third!]) {
      expect(certificates.map(subjectOf)).toEqual(parseBundle(bundle).map(subjectOf));
      expect(remote).toBe('127.0.0.1');
    }
  });

  test('has only the first certificate when its TLS session was resumed', async () => {
    const intermediate = await makeAuthority('between', validity, authority);
    const client = await issueClient(intermediate, { commonName: 'jane' }, validity);
    const roots = parseBundle(authority.certificate).map((raw) => new ChainCertificate(raw));
    const authenticator = new ClientCertificateAuthenticator({ roots }, systemClock);
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        const connection = connectionOf(request);
        const user = authenticator.authenticate({
          headers: request.headers,
          rawHeaders: request.rawHeaders,
          connection,
        });
        response.json([connection.peerCertificates.length, user]);
      });
    });
    const ask = async (session?: Buffer) => {
      const credentials = {
        key: client.privateKey,
        cert: client.certificate + intermediate.certificate,
        session,
      };
      const socket = await rawTls(port, credentials);
      let ticket: Buffer | undefined;
      socket.on('session', (one: Buffer) => (ticket = one));
      const resumed = socket.isSessionReused();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      const answer = await readAll(socket);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      return { ticket, resumed, body };
    };
    const jane = { name: 'jane', uid: '', groups: [], extra: {} };
    const first = await ask();
    expect(first).toMatchObject({ resumed: false, body: [2, jane] });
    expect(await ask(first.ticket)).toMatchObject({ resumed: true, body: [1, jane] });
  });

  test('is another one for another connection, and has no certificate when none was shown', async () => {
    const { port } = await listen((application) => void application.get('/', record));
    await get1(port);
    await get2(session2(port));
    const [first, second] = seen.splice(0);
    expect(first!.certificates).toEqual([]);
    expect(second!.connection).not.toBe(first!.connection);
  });
});

describe('the authorities that are accepted', () => {
  /** What OpenSSL is told, as it prints it. */
  const told = (port: number, version: string): Promise<string> =>
    new Promise((resolve) => {
      const parameters = ['s_client', '-connect', `127.0.0.1:${port}`, version];
      const child = execFile('openssl', parameters, (_error, output) => resolve(output));
      child.stdin!.end();
    });

  const identities = [rsaAuthority('an RSA authority'), ecAuthority('an EC authority')];

  test.each(['-tls1_2', '-tls1_3'])('are told to clients by name, with %s', async (version) => {
    const clientAuthorities = (await Promise.all(identities)).flatMap((pem) => parseBundle(pem + pem));
    const { port, listener } = await listen(() => {}, {}, { clientAuthorities });
    const text = await told(port, version);
    expect(text).toContain('Acceptable client certificate CA names');
    expect(text.match(/CN ?= ?an RSA authority/g)).toHaveLength(1);
    expect(text.match(/CN ?= ?an EC authority/g)).toHaveLength(1);
    listener.replaceCertificates({ ...tls, clientAuthorities: parseBundle(authority.certificate) });
    const later = await told(port, version);
    expect(later).toMatch(/CN ?= ?test-ca/);
    expect(later).not.toMatch(/an RSA authority/);
  });

  test('verify nobody within TLS: the whole chain of a client comes with the request', async () => {
    const between = await makeAuthority('between', validity, authority);
    const client = await issueClient(between, { commonName: 'jane' }, validity);
    const sizes: number[] = [];
    const { port } = await listen(
      (application) => {
        application.get('/', (request, response) => {
          sizes.push(connectionOf(request).peerCertificates.length);
          response.end();
        });
      },
      {},
      { clientAuthorities: parseBundle(authority.certificate) },
    );
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      await get1(port, {
        key: client.privateKey,
        cert: client.certificate + between.certificate,
        maxVersion,
      });
    }
    expect(sizes).toEqual([2, 2]);
  });
});

const ecAuthority = async (name: string): Promise<string> =>
  (await makeAuthority(name, validity)).certificate;

function rsaAuthority(name: string): Promise<string> {
  const parameters = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '/dev/null'];
  return new Promise((resolve, reject) => {
    execFile('openssl', [...parameters, '-subj', `/CN=${name}`], (error, certificate) =>
      error === null ? resolve(certificate) : reject(error),
    );
  });
}

describe('TLS', () => {
  test('below the least version is refused', async () => {
    const { port } = await listen(() => {}, {}, { minVersion: 'VersionTLS13' });
    await expect(rawTls(port, { maxVersion: 'TLSv1.2' })).rejects.toThrow(/version/);
    expect((await rawTls(port)).getProtocol()).toBe('TLSv1.3');
  });

  test('of old clients is spoken when asked for', async () => {
    const { port } = await listen(() => {}, {}, { minVersion: 'VersionTLS10' });
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect((await rawTls(port, old)).getProtocol()).toBe('TLSv1');
  });

  test('takes a new certificate for new connections', async () => {
    const names = { dnsNames: [], addresses: ['127.0.0.1'] };
    const renewed = await issueServing(authority, 'renewed', names, validity);
    const { port, listener } = await listen((application) => {
      application.get('/', (_request, response) => void response.end('ok'));
    });
    const subject = (socket: TLSSocket) => socket.getPeerX509Certificate()!.subject;
    const before = await rawTls(port);
    listener.replaceCertificates({ ...tls, cert: renewed.certificate, key: renewed.privateKey });
    expect(subject(before)).toBe('CN=server');
    expect(subject(await rawTls(port))).toBe('CN=renewed');
    before.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await readAll(before)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });
});
