import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connect2 } from 'node:http2';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { Haproxy, haproxyMissing, haproxyPath } from '../../support/haproxy.ts';
import { OpenSsl, type OpenSslIdentity } from '../../support/openssl.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const directory = mkdtempSync(join(tmpdir(), 'proxy-authentication-'));
const openssl = new OpenSsl(join(directory, 'pki'));
const proxies = openssl.authority('/CN=proxies');
const clients = openssl.authority('/CN=clients');
/** Of those who come through a proxy. */
const users = openssl.authority('/CN=users');
const front = openssl.client('/CN=front', proxies);
const side = openssl.client('/CN=side', proxies);
const forged = openssl.client('/CN=front', openssl.authority('/CN=proxies'));
/** Of the authority of clients, with the name of the proxy. */
const namesake = openssl.client('/O=clients/CN=front', clients);
const file = (name: string, ...texts: string[]): string => {
  const path = join(directory, name);
  writeFileSync(path, texts.join(''));
  return path;
};

let server: TestServer;
let serverAuthority: string;
beforeAll(async () => {
  const flags = [
    `--client-ca-file=${clients.certificateFile}`,
    `--requestheader-client-ca-file=${proxies.certificateFile}`,
    '--requestheader-allowed-names=front',
    '--requestheader-username-headers=X-Remote-User,X-Other-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    '--authorization-mode=RBAC',
  ];
  server = await TestServer.start({ flags });
  serverAuthority = join(server.directory, 'ca.crt');
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
  await grant(server, { name: 'reader', who: 'Group:readers', rules });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true });
});

type Headers = Record<string, string | string[]>;

/** Who the server takes someone for: it says so when it refuses; `a reader` when it does not. */
async function whoIs(
  identity: OpenSslIdentity | undefined,
  headers: Headers,
  port = server.port,
): Promise<string> {
  const ca = [readFileSync(serverAuthority), users.certificate];
  const own = identity === undefined ? {} : { key: identity.key, cert: identity.certificate };
  const client = new ApiClient(port, new Agent({ ca, ...own }), undefined);
  onTestFinished(() => client.close());
  return callerOf(await client.get('/api/v1/configmaps', { headers }));
}

function callerOf({ status, body }: { status: number; body: any }): string {
  if (status === 200) return 'a reader';
  if (status === 401) return 'refused';
  expect(status).toBe(403);
  return /^configmaps is forbidden: User "(.*)" cannot list resource/.exec(body.message)![1]!;
}

const jane = { 'X-Remote-User': 'jane' };

describe('headers that name a user', () => {
  test.each<[string, OpenSslIdentity | undefined, Headers, string]>([
    ['are believed when the proxy sends them', front, jane, 'jane'],
    ['may name groups', front, { ...jane, 'X-Remote-Group': ['a', 'readers'] }, 'a reader'],
    ['may name a group with a comma', front, { ...jane, 'X-Remote-Group': 'a, readers' }, 'jane'],
    ['are asked in order', front, { 'X-Other-User': 'joe', ...jane }, 'jane'],
    ['are UTF-8', front, { 'X-Remote-User': Buffer.from('jané').toString('latin1') }, 'jané'],
    ['may be another', front, { 'X-Other-User': 'joe' }, 'joe'],
    ['that are there twice are not believed', front, { 'X-Remote-User': ['jane', 'joe'] }, 'refused'],
    [
      'without a certificate are no credentials',
      undefined,
      { ...jane, 'X-Remote-Group': 'system:masters' },
      'system:anonymous',
    ],
    ['with a certificate of another authority are not believed', forged, jane, 'refused'],
    ['with a name that is not allowed are not believed', side, jane, 'refused'],
    ['of a client are not believed: it is who its certificate says', namesake, jane, 'front'],
    ['without a name leave a proxy without a user', front, { 'X-Remote-Group': 'readers' }, 'refused'],
  ])('%s', async (_what, identity, headers, caller) => {
    expect(await whoIs(identity, headers)).toBe(caller);
  });

  test('do not keep a token from counting where they are not believed', async () => {
    const authorization = 'Bearer user-token';
    expect(await whoIs(undefined, { ...jane, authorization })).toBe('jane');
    expect(await whoIs(forged, { 'X-Remote-User': 'joe', authorization })).toBe('jane');
    expect(await whoIs(undefined, { ...jane, authorization: 'Bearer wrong' })).toBe('refused');
  });

  test('come in HTTP/2 as well', async () => {
    const ca = readFileSync(serverAuthority);
    const ask = async (identity: OpenSslIdentity, headers: Headers): Promise<string> => {
      const session = connect2(`https://127.0.0.1:${server.port}`, {
        ca,
        key: identity.key,
        cert: identity.certificate,
      });
      const stream = session.request({ ':path': '/api/v1/configmaps', ...headers });
      let status = 0;
      stream.on('response', (head) => (status = head[':status']!));
      let text = '';
      for await (const chunk of stream.setEncoding('utf8')) text += chunk;
      session.destroy();
      return callerOf({ status, body: JSON.parse(text) });
    };
    expect(await ask(front, { 'x-remote-user': 'jane' })).toBe('jane');
    expect(await ask(front, { 'x-remote-user': 'jane', 'x-remote-group': ['a', 'readers'] })).toBe(
      'a reader',
    );
    expect(await ask(front, { 'x-remote-user': ['jane', 'joe'] })).toBe('refused');
    expect(await ask(front, { 'x-remote-user': Buffer.from('jané').toString('latin1') })).toBe('jané');
    expect(await ask(namesake, { 'x-remote-user': 'jane' })).toBe('front');
  });
});

test('servers that extend this one find out whom it trusts', async () => {
  const { body } = await server.client.get(
    '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication',
  );
  const pem = (identity: OpenSslIdentity) => identity.certificate.trim();
  const { 'client-ca-file': ofClients, 'requestheader-client-ca-file': ofProxies, ...lists } = body.data;
  expect([ofClients.trim(), ofProxies.trim()]).toEqual([pem(clients), pem(proxies)]);
  expect(lists).toEqual({
    'requestheader-allowed-names': '["front"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-username-headers': '["X-Remote-User","X-Other-User"]',
  });
});

describe.skipIf(haproxyPath === undefined)(`a real haproxy in front${haproxyMissing}`, () => {
  const serving = openssl.make({
    subject: '/CN=haproxy',
    issuer: users,
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      'extendedKeyUsage=serverAuth',
      'subjectAltName=IP:127.0.0.1',
    ],
  });
  let haproxy: Haproxy;

  async function through(identity: OpenSslIdentity): Promise<Haproxy> {
    const files = {
      serving: file('serving.pem', serving.certificate, serving.key),
      clientAuthorities: users.certificateFile,
      identity: file(`${identity === front ? 'front' : 'side'}.pem`, identity.certificate, identity.key),
      serverAuthority,
    };
    return Haproxy.start(directory, files, server.port);
  }

  beforeAll(async () => void (haproxy = await through(front)));
  afterAll(async () => haproxy?.stop());

  test('tells who its clients are', async () => {
    expect(await whoIs(openssl.client('/CN=jane', users), {}, haproxy.port)).toBe('jane');
    expect(await whoIs(openssl.client('/O=a/O=readers/CN=jane', users), {}, haproxy.port)).toBe('a reader');
    expect(await whoIs(openssl.client('/O=a/O=b/CN=joe', users), {}, haproxy.port)).toBe('joe');
  });

  test('passes nothing on that a client says about itself', async () => {
    const joe = openssl.client('/CN=joe', users);
    const headers = { 'X-Remote-User': 'admin', 'X-Remote-Group': ['readers', 'system:masters'] };
    expect(await whoIs(joe, headers, haproxy.port)).toBe('joe');
  });

  test('is not believed with a name that is not allowed', async () => {
    const other = await through(side);
    onTestFinished(() => other.stop());
    expect(await whoIs(openssl.client('/CN=jane', users), {}, other.port)).toBe('refused');
  });
});
