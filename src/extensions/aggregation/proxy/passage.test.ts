import { describe, expect, it } from 'vitest';
import { rewriteBackendLocation } from './backend-location.ts';
import { identityHeaders } from './identity-headers.ts';
import { sortedQuery } from './sorted-query.ts';

describe('a query', () => {
  it.each([
    ['', ''],
    ['limit=500', '?limit=500'],
    ['b=2&a=1&b=1', '?a=1&b=2&b=1'],
    ['a=%2f+x%20y&b', '?a=%2F+x+y&b='],
    ['a=%zz&b=1;c=2&d=3', '?d=3'],
    ["a=!'()*~-_.", '?a=%21%27%28%29%2A~-_.'],
    ['&&', ''],
  ])('%s goes on as %s', (raw, expected) => expect(sortedQuery(raw)).toBe(expected));
});

describe('a caller', () => {
  const user = { name: 'jane', uid: '7', groups: ['a', 'b'], extra: { 'example.com/ä%': ['1', '2'] } };

  it('is named in headers, each group and value in one of its own', () => {
    expect(identityHeaders(user)).toEqual([
      ...['X-Remote-User', 'jane', 'X-Remote-Group', 'a', 'X-Remote-Group', 'b'],
      ...['X-Remote-Extra-example.com%2F%C3%A4%25', '1', 'X-Remote-Extra-example.com%2F%C3%A4%25', '2'],
    ]);
  });

  it.each(['a\r\nX-Remote-Group: system:masters', 'a\nb', 'a\0'])(
    'with a name of several lines is refused',
    (name) => {
      expect(() => identityHeaders({ ...user, name })).toThrow(
        'invalid header field value for "X-Remote-User"',
      );
    },
  );
});

describe('a location of a server', () => {
  it.each([
    ['/x?y', 'https://10.0.0.9:443/x?y'],
    ['http://10.0.0.9:443/x', 'https://10.0.0.9:443/x'],
    ['https://a.example/x', 'https://a.example/x'],
    ['x', 'x'],
    ['//a.example/x', '//a.example/x'],
  ])('%s becomes %s', (location, expected) =>
    expect(rewriteBackendLocation(location, '10.0.0.9:443')).toBe(expected),
  );
});
