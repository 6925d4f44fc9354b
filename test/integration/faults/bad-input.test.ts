import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OpenWatch } from '../../support/api-client.ts';
import { configMap, configMaps, pods } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
let before: string;

beforeAll(async () => {
  server = await TestServer.start();
  before = await state();
});
afterAll(() => server.remove());

/** Every object that a bad request could have made or changed. */
async function state(): Promise<string> {
  const { body } = await server.client.get(configMaps);
  return JSON.stringify(body.items);
}

afterEach(async () => {
  const started = performance.now();
  expect((await server.client.get('/livez')).text).toBe('ok');
  expect(performance.now() - started).toBeLessThan(100);
  expect(await state()).toBe(before);
});

const text = (body: object): string => JSON.stringify(body);
const nested = (depth: number): string =>
  `{"metadata":{"name":"deep"},"data":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const aliases = ['a: &a ["x","x","x","x","x","x","x","x","x"]']
  .concat(
    [...'bcdefghi'].map(
      (name, n) => `${name}: &${name} [${`*${String.fromCharCode(97 + n)},`.repeat(9).slice(0, -1)}]`,
    ),
  )
  .join('\n');

describe('bodies', () => {
  it.each<[string, string | Buffer, string, number, RegExp]>([
    [
      'empty',
      '',
      'application/json',
      400,
      /the object provided is unrecognized \(must be of type ConfigMap\).*<empty>/,
    ],
    [
      'malformed JSON',
      '{"metadata":{"name":',
      'application/json',
      400,
      /couldn't get version\/kind; json parse error/,
    ],
    ['JSON with something behind it', '{} x', 'application/json', 400, /json parse error/],
    ['no object', '[]', 'application/json', 400, /unrecognized/],
    ['a string', '"x"', 'application/json', 400, /unrecognized/],
    ['malformed YAML', 'a: [b', 'application/yaml', 400, /yaml/],
    ['a bomb of YAML aliases', aliases, 'application/yaml', 400, /yaml/],
    ['JSON 10,001 deep', nested(10_001), 'application/json', 400, /depth/],
    [
      'JSON 9,000 deep where a map is wanted',
      nested(9_000),
      'application/json',
      400,
      /cannot unmarshal array/,
    ],
    [
      '3 MiB and a byte',
      `{"metadata":{"name":"big"},"data":{"a":"${'x'.repeat(3 * 1024 * 1024)}"}}`,
      'application/json',
      413,
      /limit is 3145728/,
    ],
    [
      'a kind of another type',
      text({ kind: 5, metadata: {} }),
      'application/json',
      400,
      /must be of type ConfigMap/,
    ],
    [
      'an unknown kind',
      text({ kind: 'Thing', apiVersion: 'v1', metadata: {} }),
      'application/json',
      400,
      /cannot be handled as a ConfigMap/,
    ],
    [
      '1e400',
      '{"metadata":{"name":"n","generation":1e400}}',
      'application/json',
      400,
      /cannot unmarshal number 1e400/,
    ],
    [
      'a fraction where an integer is wanted',
      '{"metadata":{"name":"n","generation":1.5}}',
      'application/json',
      400,
      /cannot unmarshal number 1.5/,
    ],
    [
      'bad base64',
      text({ metadata: { name: 'n' }, binaryData: { a: '***' } }),
      'application/json',
      400,
      /illegal base64 data at input byte 0/,
    ],
    [
      'a bad time',
      text({ metadata: { name: 'n', creationTimestamp: 'today' } }),
      'application/json',
      400,
      /parsing time "today"/,
    ],
  ])('%s', async (_, body, type, status, message) => {
    const answer = await server.client.post(configMaps, body, { headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code: status });
    expect(answer.body.message).toMatch(message);
  });

  it('keys that every object inherits are data', async () => {
    const body =
      '{"metadata":{"name":"proto","labels":{"constructor":"a"}},"data":{"__proto__":"x","constructor":"y"}}';
    const answer = await server.client.post(`${configMaps}?dryRun=All`, body);
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"data":{"__proto__":"x","constructor":"y"}');
    expect(
      (
        await server.client.post(
          `${configMaps}?dryRun=All&fieldValidation=Strict`,
          '{"metadata":{"name":"a"},"__proto__":{}}',
        )
      ).status,
    ).toBe(400);
  });

  it('integers keep all their digits', async () => {
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const body =
      '{"metadata":{"name":"exact"},"revision":1,"data":{"n":9007199254740993,"m":12345678901234567890}}';
    const made = await server.client.post(revisions, body);
    expect(made.status).toBe(201);
    expect(made.text).toContain('"data":{"n":9007199254740993,"m":12345678901234567890}');
    expect((await server.client.get(`${revisions}/exact`)).text).toBe(made.text);
  });

  it('lone surrogates and invalid UTF-8 become the replacement character', async () => {
    const lone = await server.client.post(
      `${configMaps}?dryRun=All`,
      '{"metadata":{"name":"u"},"data":{"a":"\\ud800"}}',
    );
    expect(lone.body.data.a).toBe('\ufffd');
    const bytes = Buffer.concat([
      Buffer.from('{"metadata":{"name":"u"},"data":{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('"}}'),
    ]);
    const invalid = await server.client.post(`${configMaps}?dryRun=All`, bytes, {
      headers: { 'content-type': 'application/json' },
    });
    expect(invalid.body.data.a).toBe('\ufffd');
  });

  it('too large ones that do not say how large they are are refused, and their client hears of it', async () => {
    const answer = await server.client.post(configMaps, 'x'.repeat(4 * 1024 * 1024), {
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    expect(answer.body).toMatchObject({ kind: 'Status', code: 413, reason: 'RequestEntityTooLarge' });
  });

  it('unknown media types are refused', async () => {
    const answer = await server.client.post(configMaps, 'x', { headers: { 'content-type': 'text/plain' } });
    expect(answer.body).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' });
    expect(answer.body.message).toMatch(
      /^the body of the request was in an unknown format - accepted media types include: application\/json/,
    );
  });
});

describe('bodies in Protobuf', () => {
  const type = 'application/vnd.kubernetes.protobuf';
  const post = (path: string, body: Buffer) =>
    server.client.post(path, body, { headers: { 'content-type': type } });

  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  /** What stands before so many bytes of a field. */
  const headOf = (number: number, size: number): Buffer =>
    Buffer.from([...varint(number * 8 + 2), ...varint(size)]);
  const field = (number: number, content: Buffer | string): Buffer => {
    const bytes = Buffer.from(content);
    return Buffer.concat([headOf(number, bytes.length), bytes]);
  };
  const prefix = Buffer.from('k8s\0');
  const envelope = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
    Buffer.concat([prefix, field(1, Buffer.concat([field(1, apiVersion), field(2, kind)])), field(2, raw)]);
  const named = (name: string): Buffer => field(1, field(1, name));
  const entry = field(2, Buffer.concat([field(1, 'k'), field(2, 'v')]));
  const good = envelope('v1', 'ConfigMap', Buffer.concat([named('binary'), entry]));

  it.each<[string, Buffer]>([
    ['no prefix at all', good.subarray(4)],
    ['another prefix', Buffer.concat([Buffer.from('k8z\0'), good.subarray(4)])],
    ['nothing but the prefix', prefix],
    ['half of the prefix', prefix.subarray(0, 2)],
    ['cut in the middle', good.subarray(0, good.length - 3)],
    ['a length beyond the body', Buffer.concat([prefix, Buffer.from('12ffffff7f00', 'hex')])],
    ['a length beyond its message', envelope('v1', 'ConfigMap', Buffer.from('0a7f0a', 'hex'))],
    ['a length of 2^63', envelope('v1', 'ConfigMap', Buffer.from('0affffffffffffffffff01', 'hex'))],
    ['a wire type that there is not', envelope('v1', 'ConfigMap', Buffer.from('0f00', 'hex'))],
    ['another kind', envelope('v1', 'Secret', named('binary'))],
    ['a kind that nobody knows', envelope('v1', 'Toaster', named('binary'))],
    ['JSON', Buffer.from('{"metadata":{"name":"binary"}}')],
  ])('%s is refused', async (_, body) => {
    const answer = await post(configMaps, body);
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code: 400, reason: 'BadRequest' });
  });

  it('fields that nobody knows are left out', async () => {
    const raw = Buffer.concat([named('binary'), field(99, 'x'), entry, field(536_870_911, 'y')]);
    const answer = await post(`${configMaps}?dryRun=All`, envelope('v1', 'ConfigMap', raw));
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({ k: 'v' });
  });

  it.each([
    [100, 422],
    [1_000, 400],
    [100_000, 400],
  ])('messages that lie %i deep in each other: %i', async (depth, status) => {
    // Field 28, not, each in the one before: from the inside.
    const heads: Buffer[] = [];
    let size = 0;
    for (let level = 0; level < depth; level++) {
      heads.push(headOf(28, size));
      size += heads.at(-1)!.length;
    }
    const schema = Buffer.concat(heads.reverse());
    // CustomResourceDefinition {spec 2 {versions 7 {name 1, schema 4 {openAPIV3Schema 1}}}}
    const version = field(7, Buffer.concat([field(1, 'v1'), field(4, field(1, schema))]));
    const body = envelope(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      Buffer.concat([named('things.test.example'), field(2, version)]),
    );
    const answer = await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body);
    expect(answer.body).toMatchObject({ kind: 'Status', code: status });
  });
});

describe('values deeper than every form can hold', () => {
  const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
  const revision = (name: string, depth: number, inside = '1'): string =>
    `{"metadata":{"name":"${name}"},"revision":1,"data":${'{"a":'.repeat(depth)}${inside}${'}'.repeat(depth)}}`;

  it.each([
    ['a little', 500, '1'],
    ['further than copies reach', 2_400, '1'],
    ['further than JSON is written', 4_500, '1'],
    ['as deep as a text may be', 9_990, '1'],
    ['with integers that need all their digits', 4_500, '12345678901234567890'],
  ])('are refused: %s', async (_, depth, inside) => {
    const answer = await server.client.post(revisions, revision('deep', depth, inside));
    expect(answer.body).toMatchObject({ kind: 'Status', code: 400, reason: 'BadRequest' });
    expect(answer.body.message).toMatch(/exceeded max depth/);
    expect(
      (await server.client.get(revisions)).body.items.map((item: any) => item.metadata.name),
    ).not.toContain('deep');
  });

  it('those that are less deep are served in every form, and changed by every patch', async () => {
    expect((await server.client.post(revisions, revision('deepest', 499))).status).toBe(201);
    for (const accept of ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']) {
      for (const path of [revisions, `${revisions}/deepest`, `${revisions}?pretty=true`]) {
        expect((await server.client.get(path, { headers: { accept } })).status).toBe(200);
      }
    }
    const label = { metadata: { labels: { a: 'b' } } };
    const patches: [string, unknown][] = [
      ['application/merge-patch+json', label],
      ['application/strategic-merge-patch+json', label],
      ['application/json-patch+json', [{ op: 'add', path: '/metadata/labels/c', value: 'd' }]],
      [
        'application/apply-patch+yaml',
        { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { name: 'deepest' }, revision: 1 },
      ],
    ];
    for (const [type, body] of patches) {
      const answer = await server.client.send('PATCH', `${revisions}/deepest?fieldManager=m`, {
        headers: { 'content-type': type },
        body,
      });
      expect([type, answer.status]).toEqual([type, 200]);
    }
    const { text: whole } = await server.client.get(`${revisions}/deepest`);
    expect((await server.client.put(`${revisions}/deepest`, whole)).status).toBe(200);
    expect((await server.client.delete(`${revisions}/deepest`)).status).toBe(200);
  });

  it('are dropped where they are to be sets of fields', async () => {
    const deep = `${'{"f:a":'.repeat(9_000)}{}${'}'.repeat(9_000)}`;
    const entry = `{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":${deep}}`;
    const body = `{"metadata":{"name":"deep-fields","managedFields":[${entry}]},"data":{"a":"b"}}`;
    const path = `${configMaps}/deep-fields`;
    for (const answer of [
      await server.client.post(configMaps, body),
      await server.client.put(path, body.replace('"b"', '"c"')),
      await server.client.get(path, { headers: { accept: 'application/yaml' } }),
      await server.client.get(`${configMaps}?pretty=true`),
    ]) {
      expect(answer.status).toBeLessThan(300);
      expect(answer.text).not.toContain('{"f:a":{"f:a":{"f:a":');
      expect(answer.text.length).toBeLessThan(20_000);
    }
    expect((await server.client.delete(path)).status).toBe(200);
  });

  it('patches cannot make them', async () => {
    await server.client.post(revisions, revision('grown', 300));
    const path = Array.from({ length: 300 }, () => '/a').join('');
    const answer = await server.client.send('PATCH', `${revisions}/grown`, {
      headers: { 'content-type': 'application/json-patch+json' },
      body: [{ op: 'copy', from: '/data', path: `/data${path}` }],
    });
    expect(answer.body).toMatchObject({ kind: 'Status', code: 400 });
    expect(answer.body.message).toMatch(/exceeded max depth/);
    await server.client.delete(`${revisions}/grown`);
  });

  it('definitions of resources whose schemas lie in themselves 4,000 times are refused', async () => {
    const schema = `${'{"type":"object","properties":{"a":'.repeat(4_000)}{"type":"string"}${'}}'.repeat(4_000)}`;
    const answer = await server.client.post(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      `{"metadata":{"name":"things.test.example"},"spec":{"group":"test.example","scope":"Namespaced","names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`,
    );
    expect(answer.body).toMatchObject({ code: 400 });
    expect(answer.body.message).toMatch(/exceeded max depth/);
  });
});

describe('an object that is too large for the store', () => {
  const keys = (count: number): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`key-${String(n).padStart(40, '0')}`, 'x'.repeat(10)]),
    );

  it('together with the record of its owners is stored without it', async () => {
    const answer = await server.client.post(
      configMaps,
      configMap('wide', keys(14_500) as Record<string, string>),
    );
    expect(answer.status).toBe(201);
    expect(answer.body.metadata.managedFields).toBeUndefined();
    expect(Object.keys(answer.body.data)).toHaveLength(14_500);
    await server.client.delete(`${configMaps}/wide`);
    for (const change of ['put', 'patch']) {
      const small = configMap('wide', { a: 'b' });
      const { body: before } = await server.client.post(configMaps, small);
      expect(before.metadata.managedFields).toHaveLength(1);
      const changed =
        change === 'put'
          ? await server.client.put(`${configMaps}/wide`, { ...before, data: keys(14_500) })
          : await server.client.send('PATCH', `${configMaps}/wide`, {
              headers: { 'content-type': 'application/merge-patch+json' },
              body: { data: keys(14_500) },
            });
      expect([change, changed.status]).toEqual([change, 200]);
      expect(changed.body.metadata.managedFields).toBeUndefined();
      await server.client.delete(`${configMaps}/wide`);
    }
    await server.client.delete(`${configMaps}/wide`);
  });

  it('by itself is refused', async () => {
    const annotations = { 'example.com/a': 'x'.repeat(250_000) };
    const data = { a: 'x'.repeat(1_200_000) };
    const template = { metadata: { annotations }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const answer = await server.client.post('/apis/apps/v1/namespaces/default/controllerrevisions', {
      metadata: { name: 'heavy', annotations },
      revision: 1,
      data: { data, template },
    });
    expect(answer.body).toMatchObject({ kind: 'Status', code: 413, reason: 'RequestEntityTooLarge' });
  });
});

describe('paths', () => {
  it.each([
    ['/api/v1/namespaces/default/configmaps/a%2fb', 400],
    ['/api/v1/namespaces/default/configmaps/..', 400],
    ['/api/v1/namespaces/default/configmaps/%2e%2e', 400],
    ['/api/v1//namespaces', 404],
    ['//api/v1/namespaces', 404],
    ['/api/v1/namespaces/default/configmaps/a%00b', 400],
    ['/api/v1/namespaces/default/configmaps/a;b', 400],
    ['/api/v1/namespaces/default/things', 404],
    ['/api/v1/namespaces/default/configmaps/none', 404],
    ['/api/v9/pods', 404],
    ['/apis/none.example/v1/things', 404],
    ['/nothing/here', 404],
  ])('%s is %i', async (path, status) => {
    expect((await server.client.get(path)).status).toBe(status);
  });

  it.each([
    ['PUT', configMaps],
    ['POST', `${configMaps}/x`],
    ['POST', '/api/v1/configmaps'],
    ['DELETE', '/version'],
    ['BREW', configMaps],
    ['TRACE', '/api'],
  ])('%s %s is not allowed', async (method, path) => {
    // A connection of its own: the server ends it after bytes that are not HTTP.
    const client = server.connect({ token: 'admin-token' });
    const body = method === 'TRACE' ? undefined : '{}';
    const answer = await client.send(method, path, { body }).finally(() => client.close());
    expect([400, 405]).toContain(answer.status);
  });

  it('names that are none are refused', async () => {
    for (const name of ['a/b', '..', 'A', 'a\u0000b', 'x'.repeat(254), 'a b', '-a']) {
      expect((await server.client.post(configMaps, configMap(name))).status).toBe(422);
    }
  });
});

describe('headers', () => {
  it('2,000 of them are refused, not dropped', async () => {
    const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, '1']));
    expect((await server.client.get(configMaps, { headers })).status).toBe(431);
  });

  it('a bad token is 401, whatever the path', async () => {
    const client = server.connect({ token: 'wrong' });
    expect(await client.get(configMaps)).toMatchObject({
      status: 401,
      body: { reason: 'Unauthorized', message: 'Unauthorized' },
    });
    expect((await client.get('/livez')).status).toBe(401);
    client.close();
  });

  it('without credentials, health and version can be asked, and nothing else', async () => {
    const client = server.connect({});
    for (const path of ['/healthz', '/livez', '/readyz', '/version'])
      expect((await client.get(path)).status).toBe(200);
    for (const path of ['/api', '/metrics', configMaps, '/', '/livez/etcd'])
      expect((await client.get(path)).status).toBe(403);
    client.close();
  });
});

describe('a watcher that never reads', () => {
  it('holds up no other one, and gets every event when it reads again', async () => {
    const response = await server.client.open('GET', '/api/v1/pods?watch=1');
    response.pause();
    const reader = await server.client.watch('/api/v1/pods?watch=1');
    const big = 'x'.repeat(200_000);
    const object = {
      metadata: { name: 'big', annotations: { big } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    let { body } = await server.client.post(pods, object);
    for (let n = 0; n < 80; n++) {
      body = (
        await server.client.put(`${pods}/big`, {
          ...body,
          metadata: { ...body.metadata, labels: { n: String(n) } },
        })
      ).body;
    }
    await reader.until(81);
    expect(reader.events.at(-1)!.object.metadata.labels).toEqual({ n: '79' });
    const { text: metrics } = await server.client.get('/metrics');
    expect(metrics).toMatch(/apiserver_registered_watchers\{[^}]*kind="Pod"\} 2\n/);
    const late = new OpenWatch(response);
    response.resume();
    await late.until(81);
    expect(late.events.map(({ type, object }) => [type, object.metadata.labels?.n])).toEqual(
      reader.events.map(({ type, object }) => [type, object.metadata.labels?.n]),
    );
    reader.close();
    late.close();
    await server.client.delete(`${pods}/big`);
  }, 30_000);
});
