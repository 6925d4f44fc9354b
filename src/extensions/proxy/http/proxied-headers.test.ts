import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { answeredHeaders, endToEndHeaders, hasBody, proxiedHeaders } from './proxied-headers.ts';

/** A request from 10.0.0.9 with these headers, names and values by turns. */
function request(
  raw: string[],
  { method = 'GET', stream }: { method?: string; stream?: object } = {},
): Request {
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) headers[raw[at]!.toLowerCase()] = raw[at + 1]!;
  return {
    method,
    headers,
    rawHeaders: raw,
    stream,
    socket: { remoteAddress: '10.0.0.9' },
  } as unknown as Request;
}
const host = ['Host', 'h'];
const client = ['X-Forwarded-For', '10.0.0.9'];

describe('a header of a request', () => {
  it.each<[string, string[], string[]]>([
    ['goes on as it was written', ['X-Trace', 'a', 'x-trace', 'b'], ['X-Trace', 'a', 'x-trace', 'b']],
    [
      'about the connection stays here',
      ['Keep-Alive', '5', 'Transfer-Encoding', 'chunked', 'Upgrade', 'x'],
      [],
    ],
    [
      'that the connection names stays here',
      ['Connection', 'close, X-Trace', 'x-trace', 'a', 'X-Other', 'b'],
      ['X-Other', 'b'],
    ],
    ['about trailers goes on', ['TE', 'Trailers'], ['TE', 'Trailers']],
    ['about other encodings stays here', ['TE', 'gzip'], []],
    ['about trailers stays here if the connection names it', ['Connection', 'TE', 'TE', 'trailers'], []],
    ['of HTTP/2 that is none stays here', [':method', 'GET', ':authority', 'a'], []],
    [
      'with who the client is stays here',
      ['Authorization', 'secret', 'Impersonate-User', 'x', 'X-Remote-User', 'y'],
      [],
    ],
    ['that is set here is not taken over', ['Accept-Encoding', 'gzip', 'Accept', '*/*'], ['Accept', '*/*']],
  ])('%s', (_, raw, expected) => {
    const headers = endToEndHeaders(request(raw), 'h', new Set(['accept-encoding']));
    expect(headers).toEqual([...host, ...expected, ...client]);
  });
});

describe('a request that goes on', () => {
  const uri = ['X-Forwarded-Uri', '/a'];
  it.each<[string, string[], object, string[]]>([
    ['says its path and host', ['Host', 'h'], {}, []],
    [
      'of HTTP/2 says its authority as its host',
      [':authority', 'h'],
      { stream: { endAfterHeaders: true } },
      [],
    ],
    ['with a length has it', ['Host', 'h', 'Content-Length', '3'], { method: 'POST' }, []],
    [
      'with a body of no length goes in chunks',
      ['Host', 'h', 'Transfer-Encoding', 'chunked'],
      {},
      ['Transfer-Encoding', 'chunked'],
    ],
    [
      'of HTTP/2 with a body goes in chunks',
      [':authority', 'h'],
      { stream: { endAfterHeaders: false } },
      ['Transfer-Encoding', 'chunked'],
    ],
    ['to post nothing says so', ['Host', 'h'], { method: 'POST' }, ['Content-Length', '0']],
    ['to put nothing says so', ['Host', 'h'], { method: 'PUT' }, ['Content-Length', '0']],
    ['to patch nothing says so', ['Host', 'h'], { method: 'PATCH' }, ['Content-Length', '0']],
    ['to delete nothing says nothing', ['Host', 'h'], { method: 'DELETE' }, []],
  ])('%s', (_, raw, more, expected) => {
    const length = raw.includes('Content-Length') ? ['Content-Length', '3'] : [];
    expect(proxiedHeaders(request(raw, more), '/a')).toEqual([
      ...host,
      ...length,
      ...client,
      ...uri,
      ...expected,
    ]);
  });

  it('without a host has an empty one', () => {
    expect(proxiedHeaders(request([]), '/a').slice(0, 2)).toEqual(['Host', '']);
  });
});

it.each<[string, string[], object | undefined, boolean]>([
  ['nothing', [], undefined, false],
  ['a length', ['Content-Length', '1'], undefined, true],
  ['a length of nothing', ['Content-Length', '0'], undefined, false],
  ['an encoding', ['Transfer-Encoding', 'chunked'], undefined, true],
  ['a stream that goes on', ['Content-Length', '0'], { endAfterHeaders: false }, true],
  ['a stream that has ended', ['Content-Length', '1'], { endAfterHeaders: true }, false],
])('a request with %s has a body, or not', (_, raw, stream, expected) => {
  expect(hasBody(request(raw, { ...(stream !== undefined && { stream }) }))).toBe(expected);
});

it('of the headers of an answer, those of the connection, and about who may read it, stay here', () => {
  const raw = [
    ...['Content-Type', 'text/plain', 'Connection', 'close, X-Own', 'X-Own', 'a', 'Trailer', 'x'],
    ...[
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Max-Age',
      '5',
      'Set-Cookie',
      'a',
      'Set-Cookie',
      'b',
    ],
  ];
  expect(answeredHeaders({ headers: { connection: 'close, X-Own' }, rawHeaders: raw })).toEqual([
    ['Content-Type', 'text/plain'],
    ['Access-Control-Max-Age', '5'],
    ['Set-Cookie', 'a'],
    ['Set-Cookie', 'b'],
  ]);
});
