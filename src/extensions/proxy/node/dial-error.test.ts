import { expect, it } from 'vitest';
import { dialErrorText, hasEnded, hostPort, noAnswer, proxyError } from './dial-error.ts';

const address = { host: '::1', port: 10_250 };

it.each<[string, object, string]>([
  [
    'is refused',
    { code: 'ECONNREFUSED', address: '10.0.0.1', port: 1 },
    'dial tcp 10.0.0.1:1: connect: connection refused',
  ],
  ['has no name', { code: 'ENOTFOUND', hostname: 'a.example' }, 'dial tcp: lookup a.example: no such host'],
  ['takes too long', { code: 'ETIMEDOUT' }, 'dial tcp [::1]:10250: i/o timeout'],
  [
    'takes too long, as undici says it',
    { code: 'UND_ERR_CONNECT_TIMEOUT' },
    'dial tcp [::1]:10250: i/o timeout',
  ],
  ['speaks no HTTP', { code: 'HPE_INVALID_CONSTANT' }, 'malformed HTTP response'],
  ['speaks no HTTP, as undici says it', { name: 'HTTPParserError' }, 'malformed HTTP response'],
  ['breaks off', { code: 'ECONNRESET' }, 'EOF'],
  ['breaks off, as undici says it', { code: 'UND_ERR_SOCKET' }, 'EOF'],
  ['fails without a word', { message: '' }, 'EOF'],
  ['fails otherwise', { message: 'odd' }, 'odd'],
])('a connection that %s', (_, problem, expected) => {
  expect(dialErrorText(Object.assign(new Error('x'), problem), address)).toBe(expected);
});

it('a connection has ended where the system says so, or there was another answer than a whole one', () => {
  const ended = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED', undefined].map((code) =>
    hasEnded(Object.assign(new Error('x'), { code }) as NodeJS.ErrnoException),
  );
  expect(ended).toEqual([true, true, true, false, false]);
  expect(hasEnded(noAnswer())).toBe(true);
  expect(hostPort({ host: 'a.example', port: 1 })).toBe('a.example:1');
  expect(proxyError('odd')).toMatchObject({ code: 500, message: 'odd', reason: undefined });
});
