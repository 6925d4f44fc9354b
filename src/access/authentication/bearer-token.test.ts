import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { TokenAuthenticator } from './authenticator.ts';
import { BearerTokenAuthenticator } from './bearer-token.ts';
import { tokenDigest } from './token-digest.ts';

const orch = dialects.find(({ name }) => name === 'orch')!;
const connection = { peerCertificates: [], remoteAddress: '' };
const user = (name: string) => ({ name, uid: '', groups: [], extra: {} });

/** Knows tokens that begin so, and says what it was shown. */
const knowing = (prefix: string): TokenAuthenticator => ({
  authenticateToken: (token) => (token.startsWith(prefix) ? user(token) : undefined),
});
const later = (method: TokenAuthenticator): TokenAuthenticator => ({
  authenticateToken: async (token) => method.authenticateToken(token),
});

const decide = async (
  headers: IncomingHttpHeaders,
  methods = [knowing('a'), later(knowing('b')), knowing('c')],
) => {
  const decision = await new BearerTokenAuthenticator(methods, orch).authenticate({
    headers,
    rawHeaders: [],
    connection,
  });
  return typeof decision === 'object' ? decision.name : decision;
};

describe('the header', () => {
  test.each([
    [undefined, 'none'],
    ['', 'none'],
    ['Bearer', 'none'],
    ['Bearer ', 'none'],
    ['Bearer  a1', 'none'],
    ['Basic a1', 'none'],
    ['Bearera1', 'none'],
    ['Bearer a1', 'a1'],
    ['bEARER a1', 'a1'],
    ['  Bearer a1  ', 'a1'],
    ['Bearer a1 b2', 'a1'],
    ['Bearer b1', 'b1'],
    ['Bearer c1', 'c1'],
    ['Bearer x1', 'invalid'],
  ])('%j gives %s', async (authorization, decision) => {
    expect(await decide(authorization === undefined ? {} : { authorization })).toBe(decision);
  });

  test('is not wrong when it is not there, and is when nobody knows tokens', async () => {
    expect(await decide({}, [])).toBe('none');
    expect(await decide({ authorization: 'Bearer a1' }, [])).toBe('invalid');
  });
});

describe('the protocols of a WebSocket', () => {
  const encoded = (token: string) =>
    `base64url.bearer.authorization.orch.io.${Buffer.from(token).toString('base64url')}`;
  const offering = (protocols: string, upgrade = 'WebSocket') =>
    decide({ upgrade, 'sec-websocket-protocol': protocols });

  test('may have the token among them', async () => {
    expect(await offering(`v4.channel, ${encoded('a1?>é')}`)).toBe('a1?>é');
    expect(await offering(`${encoded('x1')},v4.channel`)).toBe('invalid');
    expect(await offering('v4.channel')).toBe('none');
    expect(await offering(`v4.channel, ${encoded('a1')}`, 'spdy/3.1')).toBe('none');
  });

  test('must have it once, beside another one, and well written', async () => {
    expect(await offering(encoded('a1'))).toBe('invalid');
    expect(await offering(`v4, ${encoded('a1')}, ${encoded('a2')}`)).toBe('invalid');
    expect(await offering('v4, base64url.bearer.authorization.orch.io.')).toBe('invalid');
    expect(await offering('v4, base64url.bearer.authorization.orch.io.YTE=')).toBe('invalid');
  });

  test('count only without the header', async () => {
    const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `v4, ${encoded('b1')}` };
    expect(await decide({ ...headers, authorization: 'Bearer a1' })).toBe('a1');
  });
});

test('the digest of a token is that of the token, whatever the connection showed before', () => {
  const seen: [string, string | undefined][] = [];
  const method: TokenAuthenticator = {
    authenticateToken: (token, digest) => {
      seen.push([token, digest]);
      return undefined;
    },
  };
  const authenticator = new BearerTokenAuthenticator([method], orch);
  const other = { ...connection };
  const show = (token: string, on = connection): void => {
    authenticator.authenticate({
      headers: { authorization: `Bearer ${token}` },
      rawHeaders: [],
      connection: on,
    });
  };
  for (const token of ['a', 'a', 'b', 'a']) show(token);
  show('b', other);
  show('a');
  expect(seen).toEqual(['a', 'a', 'b', 'a', 'b', 'a'].map((token) => [token, tokenDigest(token)]));
});
