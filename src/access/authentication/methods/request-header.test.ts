import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { FlagValues } from '../../../util/flags.ts';
import { type Identity, issueClient, makeAuthority, parseBundle } from '../../../util/x509.ts';
import type { AuthenticationRequest } from '../authenticator.ts';
import { ChainCertificate } from '../certificate-chain.ts';
import { RequestHeaderAuthenticator, type RequestHeaderOptions, requestHeader } from './request-header.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const validity = { notBefore: new Date(now - 1_000), notAfter: new Date(now + 1_000) };
const authority = await makeAuthority('proxies', validity);
const otherAuthority = await makeAuthority('proxies', validity);
const issue = (commonName: string, by = authority) => issueClient(by, { commonName }, validity);
const proxy = await issue('front');
const otherProxy = await issue('back');
const stranger = await issue('front', otherAuthority);

const usual: RequestHeaderOptions = {
  usernameHeaders: ['x-remote-user', 'x-user'],
  groupHeaders: ['x-remote-group', 'x-group'],
  extraHeaderPrefixes: ['x-remote-extra-'],
  allowedNames: ['front'],
};
const roots = parseBundle(authority.certificate).map((raw) => new ChainCertificate(raw));
const clock = { now: () => now };
const methodWith = (options: Partial<RequestHeaderOptions> = {}) =>
  new RequestHeaderAuthenticator({ ...usual, ...options }, { roots }, clock);

/** These header lines as Node parses them. */
function asking(lines: readonly (readonly [string, string])[], identity?: Identity): AuthenticationRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const peerCertificates = identity === undefined ? [] : parseBundle(identity.certificate);
  return { headers, rawHeaders: lines.flat(), connection: { peerCertificates, remoteAddress: '' } };
}

const jane = [['X-Remote-User', 'jane']] as const;
const user = (name: string, groups: string[] = [], extra = {}) => ({ name, uid: '', groups, extra });

describe('who is believed', () => {
  test.each([
    ['nobody without a certificate', undefined, 'none'],
    ['the proxy', proxy, user('jane')],
    ['no certificate of another authority', stranger, 'invalid'],
    ['no name that is not allowed', otherProxy, 'invalid'],
  ])('%s', (_who, identity, decision) => {
    expect(methodWith().authenticate(asking(jane, identity))).toEqual(decision);
  });

  test('every name, when none is listed', () => {
    const method = methodWith({ allowedNames: [] });
    expect(method.authenticate(asking(jane, otherProxy))).toEqual(user('jane'));
    expect(method.authenticate(asking(jane, stranger))).toBe('invalid');
  });

  test('the peer itself, and no certificate that it has only heard of', () => {
    const request = asking(jane, stranger);
    const peerCertificates = [...request.connection.peerCertificates, ...parseBundle(proxy.certificate)];
    const connection = { ...request.connection, peerCertificates };
    expect(methodWith().authenticate({ ...request, connection })).toBe('invalid');
  });
});

describe('headers of a proxy', () => {
  test.each<[what: string, lines: [string, string][], decision: unknown]>([
    ['that name nobody', [['X-Remote-Group', 'a']], 'none'],
    ['that name nobody, in so many words', [['X-Remote-User', '']], 'none'],
    ['are told apart in no case', [['x-REMOTE-user', 'jane']], user('jane')],
    [
      'are asked in order',
      [
        ['X-User', 'joe'],
        ['X-Remote-User', 'jane'],
      ],
      user('jane'),
    ],
    [
      'without a value are passed over',
      [
        ['X-Remote-User', ''],
        ['X-User', 'joe'],
      ],
      user('joe'),
    ],
    [
      'that name two users',
      [
        ['X-Remote-User', 'jane'],
        ['X-Remote-User', 'joe'],
      ],
      'invalid',
    ],
    [
      'that name one user twice',
      [
        ['X-Remote-User', 'jane'],
        ['x-remote-user', 'jane'],
      ],
      'invalid',
    ],
    ['name a user with a comma', [['X-Remote-User', 'jane, joe']], user('jane, joe')],
    [
      'have all their values as groups',
      [
        ...jane.map(([a, b]): [string, string] => [a, b]),
        ['X-Group', 'c'],
        ['X-Remote-Group', 'a, b'],
        ['X-Remote-Group', 'd'],
      ],
      user('jane', ['a, b', 'd', 'c']),
    ],
    [
      'tell more, with keys in lower case and decoded',
      [
        ['X-Remote-User', 'jane'],
        ['X-Remote-Extra-Scopes', 'a'],
        ['X-Remote-Extra-SCOPES', 'b'],
        ['X-Remote-Extra-a.io%2Fb', 'c'],
      ],
      user('jane', [], { scopes: ['a', 'b'], 'a.io/b': ['c'] }),
    ],
    [
      'have keys that cannot be decoded as they stand',
      [
        ['X-Remote-User', 'jane'],
        ['X-Remote-Extra-A%ZZ', 'c'],
        ['X-Remote-Extra-%ff', 'd'],
      ],
      user('jane', [], { 'a%zz': ['c'], '%ff': ['d'] }),
    ],
    [
      'have keys that are data',
      [
        ['X-Remote-User', 'jane'],
        ['X-Remote-Extra-__proto__', 'a'],
      ],
      user('jane', [], JSON.parse('{"__proto__":["a"]}')),
    ],
    ['are UTF-8', [['X-Remote-User', Buffer.from('jané').toString('latin1')]], user('jané')],
    ['are no text', [['X-Remote-User', '\xff']], 'invalid'],
  ])('%s', (_what, lines, decision) => {
    expect(methodWith().authenticate(asking(lines, proxy))).toEqual(decision);
  });
});

test.each([
  ['believed', proxy],
  ['of a stranger', stranger],
  ['of nobody', undefined],
])('headers that were %s are gone for all who come after', (_whose, identity) => {
  const lines = [
    ['Accept', 'a'],
    ['X-Remote-User', 'jane'],
    ['X-Remote-Group', 'a'],
    ['x-remote-group', 'b'],
    ['X-Remote-Extra-Foo', 'c'],
    ['X-Remote-Else', 'd'],
  ] as const;
  const request = asking(lines, identity);
  const { headers, rawHeaders } = request;
  methodWith().authenticate(request);
  expect(headers).toEqual({ accept: 'a', 'x-remote-else': 'd' });
  expect(rawHeaders).toEqual(['Accept', 'a', 'X-Remote-Else', 'd']);
});

describe('the flags', () => {
  const directory = mkdtempSync(join(tmpdir(), 'proxies-'));
  const path = join(directory, 'ca.crt');
  writeFileSync(path, authority.certificate);
  const empty = join(directory, 'empty');
  writeFileSync(empty, '');
  const key = join(directory, 'ca.key');
  writeFileSync(key, authority.privateKey);
  afterAll(() => rmSync(directory, { recursive: true }));
  const create = (values: Record<string, string | string[]>) => {
    const resources = new DisposableStack();
    onTestFinished(() => resources.dispose());
    const given = { clock, resources, report: expect.unreachable } as never;
    return requestHeader.create(new FlagValues(requestHeader.flags, values), given);
  };

  test('say what is believed', async () => {
    const method = await create({
      'requestheader-client-ca-file': path,
      'requestheader-username-headers': ['X-Remote-User', 'X-User'],
      'requestheader-group-headers': 'X-Remote-Group, X-Group',
      'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
      'requestheader-allowed-names': 'front,side',
    });
    const lines = [
      ['X-User', 'jane'],
      ['X-Group', 'a'],
      ['X-Remote-Extra-B', 'c'],
    ] as const;
    expect(method?.authenticate(asking(lines, proxy))).toEqual(user('jane', ['a'], { b: ['c'] }));
    expect(method?.authenticate(asking(lines, otherProxy))).toBe('invalid');
  });

  test('that make every client a proxy are warned of', async () => {
    const reported: string[] = [];
    const clientFlag = { name: 'client-ca-file', type: 'text', value: '', description: '' } as const;
    const resources = new DisposableStack();
    onTestFinished(() => resources.dispose());
    const given = { clock, resources, report: (message: string) => reported.push(message) } as never;
    for (const allowed of ['front', '']) {
      const values = {
        'client-ca-file': path,
        'requestheader-client-ca-file': path,
        'requestheader-username-headers': 'X-Remote-User',
        'requestheader-allowed-names': allowed,
      };
      await requestHeader.create(new FlagValues([clientFlag, ...requestHeader.flags], values), given);
    }
    expect(reported).toEqual([
      '--requestheader-client-ca-file is --client-ca-file, and --requestheader-allowed-names is empty: any holder of a client certificate can act as any user',
    ]);
  });

  test('need not be there', async () => {
    expect(await create({})).toBeUndefined();
    expect(await create({ 'requestheader-group-headers': '' })).toBeUndefined();
    expect(await create({ 'requestheader-username-headers': 'X-Remote-User' })).toBeUndefined();
    const nameless = await create({ 'requestheader-client-ca-file': path });
    expect(nameless?.authenticate(asking(jane, proxy))).toBe('none');
  });

  test.each<[Record<string, string>, string]>([
    [{ 'requestheader-client-ca-file': '/nowhere' }, 'ENOENT'],
    [{ 'requestheader-client-ca-file': '/nowhere', 'requestheader-username-headers': 'A' }, 'ENOENT'],
    [{ 'requestheader-client-ca-file': empty }, `missing content for CA bundle "request-header::${empty}"`],
    [
      { 'requestheader-client-ca-file': key },
      `error loading CA bundle for "request-header::${key}": data does not contain any valid RSA or ECDSA certificates`,
    ],
    [{ 'requestheader-username-headers': 'A,,B' }, 'empty value in "requestheader-username-headers"'],
  ])('%j: %s', async (values, message) => {
    await expect(create(values)).rejects.toThrow(message);
  });
});
