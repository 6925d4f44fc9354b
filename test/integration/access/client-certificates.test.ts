import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  authorityExtensions,
  clientExtensions,
  OpenSsl,
  type OpenSslIdentity,
} from '../../support/openssl.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const directory = mkdtempSync(join(tmpdir(), 'client-certificates-'));
const openssl = new OpenSsl(join(directory, 'pki'));
const minute = 60_000;
const root = openssl.authority('/CN=root');
const middle = openssl.authority('/CN=middle', root);
const low = openssl.authority('/CN=low', middle);
/** A member of the group that may read; made by the root itself. */
const admin = openssl.client('/O=readers/CN=admin', root);
const caFile = join(directory, 'ca.crt');
writeFileSync(caFile, root.certificate);

let server: TestServer;
beforeAll(async () => {
  const flags = [`--client-ca-file=${caFile}`, '--authorization-mode=RBAC'];
  server = await TestServer.start({ flags });
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
  await grant(server, { name: 'reader', who: 'Group:readers', rules });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true });
});

/** What someone is told who shows these certificates, the first of them with its key, and asks for config maps. */
async function ask(key: string, ...certificates: OpenSslIdentity[]): Promise<[number, string]> {
  const cert = certificates.map(({ certificate }) => certificate).join('');
  const ca = readFileSync(join(server.directory, 'ca.crt'));
  const client = server.connect({ agent: new Agent({ ca, key, cert }) });
  onTestFinished(() => client.close());
  const { status, body } = await client.get('/api/v1/configmaps');
  return [status, body.message ?? body.kind];
}

const known = (...chain: [OpenSslIdentity, ...OpenSslIdentity[]]) => ask(chain[0].key, ...chain);

const reads: [number, string] = [200, 'ConfigMapList'];
const refused: [number, string] = [401, 'Unauthorized'];
const stranger = (name: string): [number, string] => [
  403,
  `configmaps is forbidden: User "${name}" cannot list resource "configmaps" in API group "" at the cluster scope`,
];

describe('a certificate of openssl', () => {
  test('says who its owner is, and in which groups', async () => {
    expect(await known(admin)).toEqual(reads);
    expect(await known(openssl.client('/O=writers/O=readers/O=x/CN=jane', root))).toEqual(reads);
    expect(await known(openssl.client('/O=writers/CN=jane', root))).toEqual(stranger('jane'));
    expect(await known(openssl.client('/O=reader/O=readers2/OU=readers/CN=joe', root))).toEqual(
      stranger('joe'),
    );
  });

  test('may have been made by an intermediate authority that it brings along', async () => {
    const jane = openssl.client('/O=readers/CN=jane', low);
    expect(await known(jane, low, middle)).toEqual(reads);
    expect(await known(openssl.client('/O=readers/CN=jane', low), middle, low)).toEqual(reads);
    expect(await known(openssl.client('/O=readers/CN=joe', low), low)).toEqual(refused);
    expect(await known(openssl.client('/O=readers/CN=joe', low))).toEqual(refused);
  });

  test('of another authority is nothing, even of one with the same name', async () => {
    const other = openssl.authority('/CN=root');
    const jane = openssl.client('/O=readers/CN=jane', other);
    expect(await known(jane)).toEqual(refused);
    expect(await known(jane, other)).toEqual(refused);
    expect(await known(jane, other, root)).toEqual(refused);
    expect(await known(openssl.make({ subject: '/O=readers/CN=jane' }))).toEqual(refused);
  });

  test.each([
    ['has expired', { ends: -minute, begins: -10 * minute }],
    ['is not valid yet', { begins: 10 * minute }],
    ['is for servers', { extensions: [...clientExtensions.slice(0, 2), 'extendedKeyUsage=serverAuth'] }],
    ['asks for what nobody understands', { extensions: [...clientExtensions, '1.2.3.4=critical,ASN1:NULL'] }],
  ])('is nothing when it %s', async (_what, request) => {
    expect(await known(openssl.make({ subject: '/O=readers/CN=jane', issuer: root, ...request }))).toEqual(
      refused,
    );
  });

  test('for servers and clients is one for clients', async () => {
    const extensions = [...clientExtensions.slice(0, 2), 'extendedKeyUsage=serverAuth,clientAuth'];
    expect(await known(openssl.make({ subject: '/O=readers/CN=jane', issuer: root, extensions }))).toEqual(
      reads,
    );
  });

  test('is nothing when the authority between has expired, or is none', async () => {
    const expired = openssl.make({
      subject: '/CN=old',
      issuer: root,
      extensions: authorityExtensions,
      ends: -minute,
    });
    expect(await known(openssl.client('/O=readers/CN=jane', expired), expired)).toEqual(refused);
    expect(await known(openssl.client('/O=readers/CN=jane', admin), admin)).toEqual(refused);
    const flat = ['basicConstraints=critical,CA:TRUE,pathlen:0', ...authorityExtensions.slice(1)];
    const last = openssl.make({ subject: '/CN=last', issuer: root, extensions: flat });
    const below = openssl.authority('/CN=below', last);
    expect(await known(openssl.client('/O=readers/CN=jane', last), last)).toEqual(reads);
    expect(await known(openssl.client('/O=readers/CN=jane', below), below, last)).toEqual(refused);
  });
});

describe('CVE-2016-7075: only the certificate whose key the client has says who it is', () => {
  test('not one that it merely sends along', async () => {
    const unknown = openssl.make({ subject: '/CN=mallory' });
    expect(await known(unknown, admin)).toEqual(refused);
    expect(await known(unknown, admin, root)).toEqual(refused);
    expect(await known(openssl.client('/CN=mallory', root), admin)).toEqual(stranger('mallory'));
  });

  test('not the authority between, even when it has the name and the groups of an admin', async () => {
    const between = openssl.authority('/O=readers/O=system:masters/CN=admin', root);
    expect(await known(openssl.client('/CN=mallory', between), between)).toEqual(stranger('mallory'));
  });
});

test('the file of the authorities is read again while the server runs', async () => {
  const next = openssl.authority('/CN=next');
  const jane = openssl.client('/O=readers/CN=jane', next);
  expect(await known(jane)).toEqual(refused);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ca: readFileSync(join(server.directory, 'ca.crt')),
    key: admin.key,
    cert: admin.certificate,
  });
  const open = server.connect({ agent });
  onTestFinished(() => open.close());
  expect((await open.get('/api/v1/configmaps')).status).toBe(200);

  writeFileSync(caFile, next.certificate);
  onTestFinished(() => writeFileSync(caFile, root.certificate));
  const deadline = Date.now() + 40_000;
  while ((await known(jane))[0] !== 200 && Date.now() < deadline) await sleep(500);
  expect(await known(jane)).toEqual(reads);
  expect(await known(admin)).toEqual(refused);
  // A connection that was there before is no exception.
  expect((await open.get('/api/v1/configmaps')).status).toBe(401);
}, 60_000);
