import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type FakeServer, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import type { AuthenticationRequest, Decision } from '../../access/authentication/authenticator.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { type Identity, issueClient, makeAuthority, parseBundle } from '../../util/x509.ts';
import { CallerCertificates, callerFlags } from './caller-certificates.ts';

const directory = mkdtempSync(join(tmpdir(), 'callers-'));
const [clientFile, proxyFile] = [join(directory, 'clients.crt'), join(directory, 'proxies.crt')];
afterAll(() => rmSync(directory, { recursive: true }));

let clients: Identity;
let proxies: Identity;
let ann: Identity;
let proxy: Identity;
let stranger: Identity;
beforeAll(async () => {
  clients = await makeAuthority('clients', testValidity());
  proxies = await makeAuthority('proxies', testValidity());
  const other = await makeAuthority('other', testValidity());
  ann = await issueClient(clients as never, { commonName: 'ann', organizations: ['devs'] }, testValidity());
  proxy = await issueClient(proxies as never, { commonName: 'proxy' }, testValidity());
  stranger = await issueClient(other, { commonName: 'ann' }, testValidity());
  writeFileSync(clientFile, clients.certificate);
  writeFileSync(proxyFile, proxies.certificate);
});

const asking = (identity?: Identity, sent: Record<string, string> = {}): AuthenticationRequest => ({
  // The trusted headers are taken out of the request.
  headers: { ...sent },
  rawHeaders: Object.entries(sent).flat(),
  connection: {
    peerCertificates: identity === undefined ? [] : parseBundle(identity.certificate),
    remoteAddress: '127.0.0.1',
  },
});

const made: CallerCertificates[] = [];
afterEach(async () => {
  for (const one of made.splice(0)) await one.close();
});

function callers(flags: Record<string, string>, server: FakeServer = () => failureStatus(404, 'NotFound')) {
  const warnings: string[] = [];
  const { client, wire } = clientOf(server);
  const one = new CallerCertificates({
    flags: new FlagValues(callerFlags, flags),
    dialect: dialects[1]!,
    client,
    warn: (text) => warnings.push(text),
  });
  made.push(one);
  one.start();
  return { one, warnings, calls: wire.calls };
}

const given = { 'client-ca-file': clientFile, 'requestheader-client-ca-file': proxyFile };
const headers = { 'x-remote-user': 'eve', 'x-remote-group': 'ops', 'x-remote-extra-scope': 'all' };
const authenticated = 'system:authenticated';

describe('by the authorities of flags', () => {
  it.each<[string, () => AuthenticationRequest, Decision | object]>([
    ['who shows nothing is not known', () => asking(), 'none'],
    ['a certificate has a user', () => asking(ann), { name: 'ann', groups: ['devs', authenticated] }],
    ['one of another authority is wrong', () => asking(stranger), 'invalid'],
    [
      'a proxy says who asks',
      () => asking(proxy, headers),
      { name: 'eve', groups: ['ops', authenticated], extra: { scope: ['all'] } },
    ],
    ['what others say of themselves is not believed', () => asking(ann, headers), { name: 'ann' }],
    ['nor without a certificate', () => asking(undefined, headers), 'none'],
  ])('%s', async (_, request, decision) => {
    const { one, calls } = callers(given);
    const found = await one.authenticate(request());
    if (typeof decision === 'string') expect(found).toBe(decision);
    else expect(found).toMatchObject(decision);
    expect(calls).toEqual([]);
  });

  it('only proxies of the names that are allowed are believed', async () => {
    const { one } = callers({ ...given, 'requestheader-allowed-names': 'front' });
    expect(await one.authenticate(asking(proxy, headers))).toBe('invalid');
  });

  it('headers may have other names', async () => {
    const { one } = callers({ ...given, 'requestheader-username-headers': 'X-User' });
    expect(await one.authenticate(asking(proxy, { 'x-user': 'bob' }))).toMatchObject({ name: 'bob' });
  });

  it.each(['client-ca-file', 'requestheader-client-ca-file'])('a missing file of --%s is said', (flag) => {
    expect(() => callers({ ...given, [flag]: '/none' })).toThrow(`--${flag}: ENOENT`);
  });
});

describe('by what the API server publishes', () => {
  const published = (): object => ({
    data: {
      'client-ca-file': clients.certificate,
      'requestheader-client-ca-file': proxies.certificate,
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-allowed-names': '[]',
    },
  });
  /** The server in the test answers within some turns. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };

  it('callers are known where the flags name no authorities', async () => {
    const { one, calls } = callers({}, published);
    await settled();
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication',
    ]);
    expect(await one.authenticate(asking(ann))).toMatchObject({ name: 'ann' });
    expect(await one.authenticate(asking(proxy, headers))).toMatchObject({ name: 'eve' });
  });

  it('a flag goes before', async () => {
    const { one } = callers({ 'client-ca-file': proxyFile }, published);
    await settled();
    expect(await one.authenticate(asking(ann))).toBe('invalid');
  });

  it('nothing is asked for that is not wanted', async () => {
    const { one, calls } = callers({ 'authentication-skip-lookup': 'true' }, published);
    await settled();
    expect([calls, await one.authenticate(asking(ann))]).toEqual([[], 'none']);
  });

  it.each<[string, () => object, RegExp]>([
    ['missing', () => failureStatus(404, 'NotFound'), /extension-apiserver-authentication: NotFound!/],
    [
      'no list',
      () => ({ data: { ...(published() as any).data, 'requestheader-allowed-names': 'x' } }),
      /JSON/,
    ],
  ])('one that is %s is warned of, and nobody is known by it', async (_, server, text) => {
    const { one, warnings } = callers({}, server);
    await settled();
    expect(warnings).toEqual([expect.stringMatching(text)]);
    expect(await one.authenticate(asking(ann))).toBe('none');
  });
});
