import { describe, expect, it } from 'vitest';
import { rewriteLocation } from './location-header.ts';
import { subPath } from './sub-path.ts';
import { parseTargetId } from './target-id.ts';

describe('the name of a proxied target', () => {
  it.each([
    ['web', { scheme: '', name: 'web', port: '' }],
    ['web:80', { scheme: '', name: 'web', port: '80' }],
    ['web:http', { scheme: '', name: 'web', port: 'http' }],
    ['https:web:443', { scheme: 'https', name: 'web', port: '443' }],
    ['http:web:', { scheme: 'http', name: 'web', port: '' }],
    [':web:80', { scheme: '', name: 'web', port: '80' }],
  ])('%s', (id, wanted) => {
    expect(parseTargetId('pod', id)).toEqual(wanted);
  });

  it.each(['', ':80', 'ftp:web:80', 'http::80', 'a:b:c:d'])('is not %s', (id) => {
    expect(() => parseTargetId('pod', id)).toThrow(`invalid pod request "${id}"`);
  });
});

describe('the path that a backend is asked for', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['/a/', '/a/'],
    ['/a//b/../c/', '/a/c/'],
    ['/../../a', '/a'],
    ['/a%2Fb%2F..%2Fc', '/a/c'],
    ['/%C3%A4%20(b)!', '/%C3%A4%20%28b%29%21'],
    ['/a;b=c,d:e@f&g+$', '/a;b=c,d:e@f&g+$'],
    ['/%3F%23%25', '/%3F%23%25'],
  ])('%s is %s', (tail, wanted) => {
    expect(subPath(tail)).toBe(wanted);
  });

  it('has to be encoded properly', () => {
    expect(() => subPath('/%zz')).toThrow('not properly encoded');
  });
});

describe('a place that a backend points to', () => {
  const place = { prefix: '/api/v1/nodes/n/proxy', backend: '10.0.0.1:80', client: 'api.example:6443' };
  it.each([
    ['/x?a=b#c', '/api/v1/nodes/n/proxy/x?a=b#c'],
    ['/api/v1/nodes/n/proxy/x', '/api/v1/nodes/n/proxy/x'],
    ['/api/v1/nodes/n/proxyx', '/api/v1/nodes/n/proxy/api/v1/nodes/n/proxyx'],
    ['http://10.0.0.1:80/x', '/api/v1/nodes/n/proxy/x'],
    ['//10.0.0.1:80/x', '/api/v1/nodes/n/proxy/x'],
    ['http://10.0.0.1:80', '/api/v1/nodes/n/proxy/'],
    ['https://api.example:6443/x', 'https://api.example:6443/api/v1/nodes/n/proxy/x'],
    ['https://other.example/x', 'https://other.example/x'],
    ['x/y', 'x/y'],
    ['', ''],
  ])('%s becomes %s', (location, wanted) => {
    expect(rewriteLocation(location, place)).toBe(wanted);
  });
});
