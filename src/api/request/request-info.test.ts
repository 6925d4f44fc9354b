import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequestInfo, type RequestInfo } from './request-info.ts';

type Expected = Partial<Omit<RequestInfo, 'query'>>;

function parsed(method: string, target: string): RequestInfo {
  const info = parseRequestInfo(method, target);
  if (!('path' in info)) throw new Error(`${target}: ${JSON.stringify(info)}`);
  return info;
}

const core = { isResourceRequest: true, prefix: 'api', group: '', version: 'v1' } as const;
const apps = { isResourceRequest: true, prefix: 'apis', group: 'apps', version: 'v1' } as const;
const plain = {
  isResourceRequest: false,
  prefix: '',
  group: '',
  version: '',
  resource: '',
  name: '',
} as const;

describe('the request info of a resource path', () => {
  const cases: [method: string, target: string, expected: Expected][] = [
    ['GET', '/api/v1/pods', { ...core, verb: 'list', resource: 'pods', namespace: '', name: '' }],
    ['HEAD', '/api/v1/pods', { ...core, verb: 'list', resource: 'pods' }],
    ['POST', '/api/v1/pods', { ...core, verb: 'create', resource: 'pods' }],
    ['DELETE', '/api/v1/pods', { ...core, verb: 'deletecollection', resource: 'pods' }],
    ['OPTIONS', '/api/v1/pods', { ...core, verb: '', resource: 'pods' }],
    ['get', '/api/v1/pods', { ...core, verb: '', resource: 'pods' }],
    ['GET', '/api/v1/pods/', { ...core, verb: 'list', path: '/api/v1/pods/', resource: 'pods', tail: '' }],
    ['GET', '/api/v1/namespaces/a/pods', { ...core, verb: 'list', namespace: 'a', resource: 'pods' }],
    [
      'GET',
      '/api/v1/namespaces/a/pods/b',
      { ...core, verb: 'get', namespace: 'a', resource: 'pods', name: 'b' },
    ],
    ['PUT', '/api/v1/namespaces/a/pods/b', { ...core, verb: 'update', namespace: 'a', name: 'b' }],
    ['PATCH', '/api/v1/namespaces/a/pods/b', { ...core, verb: 'patch', namespace: 'a', name: 'b' }],
    ['DELETE', '/api/v1/namespaces/a/pods/b', { ...core, verb: 'delete', namespace: 'a', name: 'b' }],
    [
      'GET',
      '/api/v1/namespaces/a/pods/b/status',
      { ...core, verb: 'get', resource: 'pods', name: 'b', subresource: 'status' },
    ],
    ['GET', '/api/v1/nodes/n', { ...core, verb: 'get', namespace: '', resource: 'nodes', name: 'n' }],
    ['GET', '/apis/apps/v1/deployments', { ...apps, verb: 'list', resource: 'deployments' }],
    [
      'PUT',
      '/apis/apps/v1/namespaces/a/deployments/b/scale',
      { ...apps, verb: 'update', namespace: 'a', resource: 'deployments', name: 'b', subresource: 'scale' },
    ],
    ['GET', '/api/v1/namespaces/a/pods/b/c/d', { ...core, subresource: 'c', tail: '/d' }],
    ['GET', '/api/v1/namespaces/a/pods/b/c/d/', { ...core, subresource: 'c', tail: '/d/' }],
    ['GET', '/api/v1/constructor/__proto__', { ...core, resource: 'constructor', name: '__proto__' }],
  ];
  test.each(cases)('%s %s', (method, target, expected) => {
    expect(parsed(method, target)).toMatchObject({ path: target, ...expected });
  });
});

describe('the request info of a namespace object', () => {
  const cases: [method: string, target: string, expected: Expected][] = [
    ['GET', '/api/v1/namespaces', { verb: 'list', namespace: '', resource: 'namespaces', name: '' }],
    ['POST', '/api/v1/namespaces', { verb: 'create', namespace: '', resource: 'namespaces', name: '' }],
    ['GET', '/api/v1/namespaces/a', { verb: 'get', namespace: 'a', resource: 'namespaces', name: 'a' }],
    ['GET', '/api/v1/namespaces/a/', { verb: 'get', namespace: 'a', resource: 'namespaces', name: 'a' }],
    ['DELETE', '/api/v1/namespaces/a', { verb: 'delete', namespace: 'a', resource: 'namespaces', name: 'a' }],
    ['PUT', '/api/v1/namespaces/a/status', { resource: 'namespaces', name: 'a', subresource: 'status' }],
    ['PUT', '/api/v1/namespaces/a/finalize', { resource: 'namespaces', name: 'a', subresource: 'finalize' }],
    [
      'PUT',
      '/api/v1/namespaces/a/status/b',
      { namespace: 'a', resource: 'namespaces', subresource: 'status' },
    ],
    ['GET', '/api/v1/namespaces/status', { namespace: 'status', resource: 'namespaces', name: 'status' }],
  ];
  test.each(cases)('%s %s', (method, target, expected) => {
    expect(parsed(method, target)).toMatchObject({ ...core, ...expected });
  });
});

describe('the request info of a collection depends on the query', () => {
  const cases: [target: string, verb: string, name: string][] = [
    ['/api/v1/pods?watch=true', 'watch', ''],
    ['/api/v1/pods?watch=1', 'watch', ''],
    ['/api/v1/pods?watch', 'watch', ''],
    ['/api/v1/pods?watch=', 'watch', ''],
    ['/api/v1/pods?watch=0', 'list', ''],
    ['/api/v1/pods?watch=False', 'list', ''],
    ['/api/v1/pods?watch=0&watch=1', 'list', ''],
    ['/api/v1/pods/?watch=1', 'watch', ''],
    ['/api/v1/namespaces/a/pods/b?watch=1', 'get', 'b'],
    ['/api/v1/pods?fieldSelector=metadata.name=b', 'list', 'b'],
    ['/api/v1/pods?fieldSelector=metadata.name%3Db&watch=1', 'watch', 'b'],
    ['/api/v1/pods?fieldSelector=spec.nodeName=n,metadata.name==b', 'list', 'b'],
    ['/api/v1/pods?fieldSelector=metadata.name!=b', 'list', ''],
    ['/api/v1/pods?fieldSelector=metadata.name=b%2Fc', 'list', ''],
    ['/api/v1/pods?fieldSelector=metadata.name=..', 'list', ''],
    ['/api/v1/pods?fieldSelector=metadata.name', 'list', ''],
    ['/api/v1/pods?fieldSelector=metadata.name=b\\', 'list', ''],
  ];
  test.each(cases)('%s', (target, verb, name) => {
    expect(parsed('GET', target)).toMatchObject({ verb, name });
  });

  test('only reading verbs take the name from a field selector', () => {
    const info = parsed('DELETE', '/api/v1/pods?fieldSelector=metadata.name=b');
    expect(info).toMatchObject({ verb: 'deletecollection', name: '' });
  });
});

describe('the request info of a deprecated watch path', () => {
  const cases: [target: string, expected: Expected][] = [
    ['/api/v1/watch/pods', { verb: 'watch', resource: 'pods', namespace: '', name: '' }],
    ['/api/v1/watch/namespaces', { verb: 'watch', resource: 'namespaces', namespace: '', name: '' }],
    ['/api/v1/watch/namespaces/a', { verb: 'watch', resource: 'namespaces', namespace: 'a', name: 'a' }],
    ['/api/v1/watch/namespaces/a/pods', { verb: 'watch', resource: 'pods', namespace: 'a', name: '' }],
    ['/api/v1/watch/namespaces/a/pods/b', { verb: 'watch', resource: 'pods', namespace: 'a', name: 'b' }],
    ['/apis/apps/v1/watch/deployments', { verb: 'watch', group: 'apps', resource: 'deployments' }],
    ['/api/v1/watch/pods?fieldSelector=metadata.name=b', { verb: 'watch', name: '' }],
    ['/api/v1/namespaces/watch', { verb: 'get', resource: 'namespaces', name: 'watch' }],
  ];
  test.each(cases)('%s', (target, expected) => {
    expect(parsed('GET', target)).toMatchObject(expected);
  });

  test('a watch path without a resource is an error', () => {
    const error = { error: 'unable to determine kind and namespace from url' };
    expect(parseRequestInfo('GET', '/api/v1/watch')).toEqual(error);
    expect(parseRequestInfo('GET', '/api/v1/watch/')).toEqual(error);
    expect(parseRequestInfo('GET', '/apis/apps/v1/proxy')).toEqual(error);
  });
});

describe('the request info of a non-resource path', () => {
  const cases: [method: string, target: string, verb: string][] = [
    ['GET', '/', 'get'],
    ['GET', '/healthz', 'get'],
    ['HEAD', '/healthz', 'head'],
    ['POST', '/healthz/ping', 'post'],
    ['OPTIONS', '/version/', 'options'],
    ['GET', '/api', 'get'],
    ['GET', '/api/', 'get'],
    ['GET', '/api/v1', 'get'],
    ['GET', '/api/v1/', 'get'],
    ['GET', '/apis', 'get'],
    ['GET', '/apis/apps', 'get'],
    ['GET', '/apis/apps/v1', 'get'],
    ['GET', '/apis/apps/v1/', 'get'],
    ['GET', '/apiss/apps/v1/deployments/a', 'get'],
    ['GET', '/API/v1/pods', 'get'],
  ];
  test.each(cases)('%s %s', (method, target, verb) => {
    expect(parsed(method, target)).toMatchObject({ ...plain, verb, path: target, tail: '' });
  });
});

describe('the request info of a proxied path', () => {
  const cases: [target: string, expected: Expected][] = [
    ['/api/v1/nodes/n/proxy', { resource: 'nodes', name: 'n', subresource: 'proxy', tail: '' }],
    ['/api/v1/nodes/n/proxy/', { subresource: 'proxy', tail: '/', path: '/api/v1/nodes/n/proxy/' }],
    ['/api/v1/nodes/n/proxy/a/b', { subresource: 'proxy', tail: '/a/b' }],
    ['/api/v1/nodes/n/proxy/a//..;/%2f%5c%zz/%ff/', { subresource: 'proxy', tail: '/a//..;/%2f%5c%zz/%ff/' }],
    ['/api/v1/nodes/n/proxy//?a=%zz', { tail: '//', rawQuery: 'a=%zz' }],
    [
      '/api/v1/nodes/n/pro%78y/a%2fb',
      { subresource: 'proxy', tail: '/a%2fb', path: '/api/v1/nodes/n/proxy/a%2fb' },
    ],
    ['/api/v1/nodes/n%20/proxy/', { name: 'n ', tail: '/', path: '/api/v1/nodes/n /proxy/' }],
    [
      '/api/v1/namespaces/a/services/https:web:443/proxy/x',
      { namespace: 'a', resource: 'services', name: 'https:web:443', subresource: 'proxy', tail: '/x' },
    ],
    [
      '/api/v1/proxy/namespaces/a/services/web/x/../y',
      { verb: 'proxy', namespace: 'a', resource: 'services', name: 'web', subresource: '', tail: '/x/../y' },
    ],
  ];
  test.each(cases)('%s', (target, expected) => {
    expect(parsed('GET', target)).toMatchObject(expected);
  });

  const rejected = [
    '/api/v1//nodes/n/proxy/x',
    '/api/v1/nodes//proxy/x',
    '/api/v1/nodes/../proxy/x',
    '/api/v1/nodes/n;a/proxy/x',
    '/api/v1/nodes/n/proxy;a/x',
    '/api/v1/nodes/n%2f/proxy/x',
    '/api/v1/nodes/%2e%2e/proxy/x',
    '/api/v1/nodes/%ff/proxy/x',
    '/api/v1/nodes/n/proxy/a b',
    '/api/v1/nodes/n/proxy/\u00e9',
    '/api/v1/nodes/n/proxy/\n',
  ];
  test.each(rejected)('a proxied path that is not normal before its tail is rejected: %j', (target) => {
    expect(parseRequestInfo('GET', target)).toHaveProperty('badRequest');
  });
});

describe('percent-encoding in a path', () => {
  test('percent-encoding in a path is decoded once', () => {
    expect(parsed('GET', '/api/v1/namespaces/a/pods/b%3Ac')).toMatchObject({
      name: 'b:c',
      path: '/api/v1/namespaces/a/pods/b:c',
    });
    expect(parsed('GET', '/api/v1/nodes/a%252fb/')).toMatchObject({
      name: 'a%2fb',
      path: '/api/v1/nodes/a%2fb/',
    });
    expect(parsed('GET', '/healthz/%C3%A9')).toMatchObject({ path: '/healthz/é' });
    expect(parsed('GET', '/api/v1/nodes/%3b%3F%23%2e.x')).toMatchObject({ name: ';?#..x' });
    expect(parsed('GET', '/%61pi/v1/nodes/a')).toMatchObject({ isResourceRequest: true, resource: 'nodes' });
  });

  const rejected = [
    '%',
    '%2',
    '%zz',
    '%2F',
    '%2f',
    '%5c',
    '%5C',
    '%00',
    '%0a',
    '%1F',
    '%7f',
    '%ff',
    '%c2%85',
    '%2e',
    '%2E.',
  ];
  test.each(rejected)('a segment %s is rejected', (name) => {
    expect(parseRequestInfo('GET', `/api/v1/nodes/${name}`)).toHaveProperty('badRequest');
    expect(parseRequestInfo('GET', `/${name}/a`)).toHaveProperty('badRequest');
  });
});

describe('a request target that is not in normal form is rejected', () => {
  const cases = [
    '',
    '*',
    '?a',
    'api/v1/pods',
    'http://example.com/api/v1/pods',
    '//',
    '//api/v1/pods',
    '/api//v1/pods',
    '/api/v1/pods//',
    '/.',
    '/..',
    '/./api',
    '/api/v1/../pods',
    '/api/v1/pods/..',
    '/api/v1/pods/../',
    '/api;a/v1',
    '/api/v1/pods;',
    '/api\\v1',
    '/a\tb',
    '/a\u0000',
    '/a\u007f',
    '/é',
    '/a#b',
    '/a?b c',
    '/a?b\r\nc',
    '/a?b#c',
    '/a?b=%',
    '/a?b=%ff',
  ];
  test.each(cases)('%j', (target) => {
    expect(parseRequestInfo('GET', target)).toHaveProperty('badRequest');
  });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'get', 'BREW'])(
  'a method %s that no resource knows has no verb, and is its own one elsewhere',
  (method) => {
    expect(parseRequestInfo(method, '/api/v1/pods')).toMatchObject({ verb: '', isResourceRequest: true });
    expect(parseRequestInfo(method, '/version')).toMatchObject({ verb: method.toLowerCase() });
  },
);

test('a query may contain any properly encoded text', () => {
  const info = parsed('GET', '/api/v1/namespaces/a/pods/b/exec?command=%2Fbin%2F..&command=a%0Ab&x=;\\//..');
  expect(info.query.all('command')).toEqual(['/bin/..', 'a\nb']);
  expect(info.query.get('x')).toBe(';\\//..');
  expect(info.rawQuery).toBe('command=%2Fbin%2F..&command=a%0Ab&x=;\\//..');
});

describe('any request target', () => {
  const word = fc.constantFrom(
    'api',
    'apis',
    'v1',
    'namespaces',
    'watch',
    'proxy',
    'pods',
    'status',
    '',
    '.',
    '..',
    '%2e',
    '%2f',
    'a;b',
    '%zz',
    '%41',
    '?',
    '?watch=1',
  );
  const target = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((words) => `/${words.join('/')}`),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.string(),
  );

  test('is parsed or rejected, without an exception', () => {
    fc.assert(
      fc.property(fc.string(), target, (method, text) => {
        const info = parseRequestInfo(method, text);
        if ('query' in info) info.query.get('watch');
      }),
      { numRuns: 5_000 },
    );
  });

  test('is in normal form if it is accepted', () => {
    fc.assert(
      fc.property(target, (text) => {
        const info = parseRequestInfo('GET', text);
        if (!('query' in info) || info.tail !== '') return;
        const url = new URL(text, 'https://host');
        expect(url.host).toBe('host');
        expect(decodeURIComponent(url.pathname)).toBe(info.path);
        expect(info.path.replace(/\/$/, '').split('/').slice(1)).not.toContain('');
      }),
      { numRuns: 5_000 },
    );
  });
});
