import { once } from 'node:events';
import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';
import { readCertificate } from '../../src/access/authentication/certificate-chain.ts';
import { ClientCertificateAuthenticator } from '../../src/access/authentication/methods/client-certificate.ts';
import { connectionOf, retireConnection } from '../../src/server/http/connection.ts';
import { takeConnection } from '../../src/server/http/upgrade.ts';
import { systemClock } from '../../src/util/clock.ts';
import { issueClient, issueServing, makeAuthority, parseBundle, subjectOf } from '../../src/util/x509.ts';
import {
  type Answer,
  authority,
  get1,
  get2,
  listen,
  pause,
  rawTls,
  readAll,
  readUntil,
  session2,
  tls,
  until,
} from './http-listener-fixture.ts';

const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };

type Ask = (port: number, headers?: Record<string, string>, body?: string) => Promise<Answer>;
const protocols: [name: string, ask: Ask][] = [
  ['HTTP/1.1', (port, headers, body) => get1(port, { headers, method: body ? 'POST' : 'GET' }, body)],
  [
    'HTTP/2',
    (port, headers, body) => get2(session2(port), { ':method': body ? 'POST' : 'GET', ...headers }, body),
  ],
];

describe.each(protocols)('%s', (protocol, ask) => {
  const version = protocol.slice(5);

  test('goes through the application, with what Express adds', async () => {
    const { port } = await listen((application) => {
      application.use((request, _response, next) => {
        expect(Object.getPrototypeOf(request)).toBe(request.constructor.prototype);
        next();
      });
      application.get('/', (request, response) => {
        expect(Object.getPrototypeOf(response)).toBe(response.constructor.prototype);
        expect(request.app).toBe(application);
        response
          .status(201)
          .json({ path: request.path, accept: request.get('accept'), version: request.httpVersion });
      });
    });
    const answer = await ask(port, { accept: 'text/x' });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body)).toMatchObject({ path: '/', accept: 'text/x' });
    expect(Number(JSON.parse(answer.body).version)).toBe(Number(version));
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  test('carries bodies both ways', async () => {
    const { port } = await listen((application) => {
      application.post('/', (request, response) => void request.pipe(response));
    });
    const body = 'x'.repeat(3_000_000);
    expect((await ask(port, {}, body)).body === body).toBe(true);
  });

  test('answers 404 when no handler does, 500 when one fails, and says so', async () => {
    const failure = new Error('secret');
    const { port, reports } = await listen((application) => {
      application.get('/', (request) => {
        if (request.get('fail')) throw failure;
        throw Promise.reject(failure);
      });
    });
    expect(await ask(port, { fail: '1' })).toMatchObject({
      status: 500,
      body: '500 Internal Server Error\n',
    });
    expect(reports).toEqual([failure]);
    const other = await listen(() => {});
    expect(await ask(other.port)).toMatchObject({ status: 404, body: '404 Not Found\n' });
  });

  test('an answer that fails half-way does not look whole', async () => {
    const { port, reports } = await listen((application) => {
      application.get('/', async (_request, response) => {
        response.write('half');
        await pause(10);
        throw new Error('late');
      });
    });
    await expect(ask(port)).rejects.toThrow();
    expect(reports).toHaveLength(1);
  });
});

/** Writes blocks until it is told to wait, and goes on when it may. */
function pour(blocks: number, progress: { written: number }) {
  return async (_request: Request, response: Response) => {
    const block = Buffer.alloc(65_536, 'x');
    while (progress.written < blocks) {
      progress.written++;
      if (!response.write(block)) await once(response, 'drain');
    }
    response.end();
  };
}

describe('streams', () => {
  test.each(['HTTP/1.1', 'HTTP/2'])('wait for a reader that is slow, over %s', async (protocol) => {
    const progress = { written: 0 };
    const { port } = await listen((application) => void application.get('/', pour(640, progress)));
    let received = 0;
    const count = (data: Buffer) => (received += data.length);
    let end: Promise<unknown>;
    if (protocol === 'HTTP/2') {
      const stream = session2(port).request({ ':path': '/' });
      await once(stream, 'response');
      await settled(progress);
      expect(progress.written).toBeLessThan(200);
      end = once(stream.on('data', count), 'end');
    } else {
      const socket = await rawTls(port);
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      await settled(progress);
      expect(progress.written).toBeLessThan(640);
      end = once(socket.on('data', count), 'end');
      socket.resume();
    }
    await end;
    expect(progress.written).toBe(640);
    expect(received).toBeGreaterThanOrEqual(640 * 65_536);
  });

  test.each(['HTTP/1.1', 'HTTP/2'])('learn that their reader is gone, over %s', async (protocol) => {
    const closed: string[] = [];
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        request.on('close', () => closed.push('request'));
        response.on('close', () => closed.push('response'));
        response.write('first');
      });
    });
    if (protocol === 'HTTP/2') {
      const stream = session2(port).request({ ':path': '/' });
      await once(stream, 'data');
      stream.close();
    } else {
      const socket = await rawTls(port);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await readUntil(socket, 'first');
      socket.destroy();
    }
    await until(() => closed.length === 2);
    expect(closed.sort()).toEqual(['request', 'response']);
  });
});

async function settled(progress: { written: number }): Promise<void> {
  let last = -1;
  while (last !== progress.written || last === 0) {
    last = progress.written;
    await pause(100);
  }
}

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
    const roots = parseBundle(authority.certificate).map(readCertificate);
    const authenticator = new ClientCertificateAuthenticator({ roots }, systemClock);
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        const connection = connectionOf(request);
        const user = authenticator.authenticate({ headers: request.headers, connection });
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

describe('closing', () => {
  const slow = (ms: number) => (_request: Request, response: Response) => {
    setTimeout(() => response.end('done'), ms);
  };

  test('lets requests finish, says so, and takes no more', async () => {
    const { port, listener } = await listen((application) => void application.get('/', slow(300)));
    const session = session2(port);
    const goaway = once(session, 'goaway');
    const idle = await rawTls(port);
    const answers = [get1(port, { headers: { connection: 'keep-alive' } }), get2(session)];
    await pause(100);
    const closed = listener.close(5_000);
    const [first, second] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 200, body: 'done', headers: { connection: 'close' } });
    expect(second).toMatchObject({ status: 200, body: 'done' });
    const [code, lastStream] = await goaway;
    expect([code, lastStream]).toEqual([0, 2 ** 31 - 1]);
    await closed;
    await until(() => idle.destroyed);
    await expect(get1(port)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('cuts what does not end in time', async () => {
    const { port, listener } = await listen((application) => void application.get('/', slow(60_000)));
    const answers = [get1(port), get2(session2(port))].map((answer) => answer.catch((error) => error));
    await rawTls(port);
    await pause(100);
    const start = Date.now();
    await listener.close(300);
    expect(Date.now() - start).toBeLessThan(2_000);
    for (const answer of await Promise.all(answers)) expect(answer).toBeInstanceOf(Error);
  });

  test('can be asked of one connection', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        retireConnection(request, response);
        response.end('last');
      });
    });
    const answer = await get1(port, { headers: { connection: 'keep-alive' } });
    expect(answer).toMatchObject({ body: 'last', headers: { connection: 'close' } });
    const session = session2(port);
    const goaway = once(session, 'goaway');
    expect(await get2(session)).toMatchObject({ body: 'last' });
    await goaway;
  });
});

describe('a request for another protocol', () => {
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  test('goes through the application like every other', async () => {
    const { port } = await listen((application) => {
      application.get('/', async (request, response) => {
        for await (const _ of request);
        response.status(403).end('no');
      });
    });
    const socket = await rawTls(port);
    socket.write(`${ask}more`);
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
    expect(answer).toMatch(/Connection: close\r\n[\s\S]*no/);
  });

  test('gets the connection from a handler that speaks it', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request) => {
        const { socket, head } = takeConnection(request)!;
        expect(takeConnection(request)).toBeUndefined();
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${head}`);
        socket.pipe(socket);
      });
    });
    const socket = await rawTls(port);
    socket.write(`${ask}head`);
    expect(await readUntil(socket, 'head')).toMatch(/^HTTP\/1.1 101 /);
    socket.write('echo');
    expect(await readUntil(socket, 'echo')).toBe('echo');
  });

  test('ends with its connection', async () => {
    const closed: string[] = [];
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        request.on('close', () => closed.push('request'));
        response.on('close', () => closed.push('response'));
        response.write('begun');
      });
    });
    const socket = await rawTls(port);
    socket.write(ask);
    await readUntil(socket, 'begun');
    socket.destroy();
    await until(() => closed.length === 2);
  });

  test('is an ordinary one while an earlier one is being answered', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        const taken = takeConnection(request) !== undefined;
        setTimeout(() => response.end(`<${taken}>`), 20);
      });
    });
    const socket = await rawTls(port);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n\r\n${ask.replace('Upgrade', 'Upgrade, close')}`);
    expect((await readAll(socket)).match(/<.*?>/g)).toEqual(['<false>', '<false>']);
  });

  test('that is not spoken here is an ordinary one', async () => {
    const { port } = await listen((application) => {
      application.get('/', (request, response) => {
        expect(takeConnection(request)).toBeUndefined();
        response.end('plain');
      });
    });
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    expect(await get1(port, { headers })).toMatchObject({ status: 200, body: 'plain' });
  });
});
