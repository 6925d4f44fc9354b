import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { forwardedHeaders, upgradeHeaders } from './request-headers.ts';

function request(
  raw: string[],
  method = 'GET',
  remoteAddress: string | undefined = '10.0.0.9',
): IncomingMessage {
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) headers[raw[at]!.toLowerCase()] = raw[at + 1]!;
  return { method, headers, rawHeaders: raw, socket: { remoteAddress } } as unknown as IncomingMessage;
}
const client = ['X-Forwarded-For', '10.0.0.9'];
const token = 'base64url.bearer.authorization.k8s.io.c2VjcmV0';

describe('the headers of a request that goes on', () => {
  it.each<[string, string[], string[]]>([
    ['are as they were written', ['X-Own', 'a', 'x-own', 'b'], ['X-Own', 'a', 'x-own', 'b', ...client]],
    [
      'do not say who the client is',
      [
        ...['Authorization', 'a', 'proxy-authorization', 'b', 'Host', 'c', 'Impersonate-Extra-X', 'd'],
        ...['X-Remote-User', 'e', 'X-Remote-Group', 'f', 'X-Remote-Uid', 'g', 'X-Remote-Extra-X', 'h'],
      ],
      client,
    ],
    [
      'that begin alike go on',
      ['X-Remote-Users', 'a', 'Authorizations', 'b'],
      ['X-Remote-Users', 'a', 'Authorizations', 'b', ...client],
    ],
    [
      'have no token among the protocols',
      ['Sec-WebSocket-Protocol', `a,${token}, b`],
      ['Sec-WebSocket-Protocol', 'a, b', ...client],
    ],
    ['have no protocols where there was but a token', ['Sec-WebSocket-Protocol', token], client],
    [
      'name the client behind those before',
      ['x-forwarded-for', '10.0.0.1, 10.0.0.2'],
      ['X-Forwarded-For', '10.0.0.1, 10.0.0.2, 10.0.0.9'],
    ],
  ])('%s', (_, raw, expected) => {
    expect(forwardedHeaders(request(raw), 'h')).toEqual(['Host', 'h', ...expected]);
  });

  it.each([
    ['GET', [], []],
    ['POST', [], ['Content-Length', '0']],
    ['POST', ['Content-Length', '0'], []],
  ])('to upgrade by %s say that there is no body', (method, raw: string[], expected: string[]) => {
    expect(upgradeHeaders(request(raw, method), 'h')).toEqual(['Host', 'h', ...raw, ...client, ...expected]);
  });
});
