import { expect, it } from 'vitest';
import { identityHeaders } from './identity-headers.ts';

it('the caller is named by headers', () => {
  const extra = { scopes: ['read', 'write'], 'example.com/scope': ['x'], 'a%b': ['y'], none: [] };
  expect(identityHeaders({ name: 'jane', uid: 'u', groups: ['devs', 'all'], extra })).toEqual([
    ...['X-Remote-User', 'jane', 'X-Remote-Group', 'devs', 'X-Remote-Group', 'all'],
    ...['X-Remote-Extra-scopes', 'read', 'X-Remote-Extra-scopes', 'write'],
    ...['X-Remote-Extra-example.com%2Fscope', 'x', 'X-Remote-Extra-a%25b', 'y'],
  ]);
});

it('bytes that headers cannot have are escaped in names, and are those of UTF-8 in values', () => {
  const headers = identityHeaders({ name: 'jörg', uid: '', groups: [], extra: { 'ü\t': ['ß'] } });
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  expect(headers).toEqual(['X-Remote-User', utf8('jörg'), 'X-Remote-Extra-%C3%BC%09', utf8('ß')]);
});

it.each(['\n', '\r', '\x00', '\x7f', '\x1f'])('a value with %j is refused', (character) => {
  const user = { name: 'jane', uid: '', groups: [`a${character}b`], extra: {} };
  expect(() => identityHeaders(user)).toThrow('net/http: invalid header field value for "X-Remote-Group"');
});

it('a tab may stand in a value', () => {
  expect(identityHeaders({ name: 'a\tb', uid: '', groups: [], extra: {} })).toEqual([
    'X-Remote-User',
    'a\tb',
  ]);
});
