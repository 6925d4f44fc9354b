import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post(configMaps, configMap('one', { a: 'b' }));
});
afterAll(() => server.remove());

const parse = (text: string, why = 'invalid syntax') =>
  `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": ${why}`;
const huge = '99999999999999999999';
const token = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
const v = 'meta.k8s.io/v1';
const noToken = 'invalid continue token: continue key is not valid: ';

describe('what a list or get is asked for', () => {
  it.each([
    ['resourceVersion=abc', 500, parse('abc')],
    ['resourceVersion=-1', 500, parse('-1')],
    ['watch=1&resourceVersion=abc', 500, parse('abc')],
    ['resourceVersion=abc&limit=1', 400, `invalid resource version: ${parse('abc')}`],
    [
      `resourceVersion=${huge}&limit=1`,
      400,
      `invalid resource version: ${parse(huge, 'value out of range')}`,
    ],
    ['resourceVersion=abc&resourceVersionMatch=Exact', 400, `invalid resource version: ${parse('abc')}`],
    ['resourceVersion=abc&continue=x', 400, `invalid resource version: ${parse('abc')}`],
    ['limit=', 400, 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=x&timeoutSeconds=y&labelSelector=a%20b', 400, 'strconv.ParseInt: parsing "y": invalid syntax'],
    ['continue=x', 400, `${noToken}illegal base64 data at input byte 0`],
    ['continue=e30%3D', 400, `${noToken}illegal base64 data at input byte 3`],
    [`continue=${token('nope')}`, 400, `${noToken}invalid character 'o' in literal null (expecting 'u')`],
    [`continue=${token({})}`, 400, `${noToken}server does not recognize this encoded version ""`],
    [`continue=${token({ v })}`, 400, `${noToken}incorrect encoded start resourceVersion (version ${v})`],
    [`continue=${token({ v, rv: 1 })}`, 400, `${noToken}encoded start key empty (version ${v})`],
    [`continue=${token({ v, rv: 1, start: '../a' })}`, 400, `${noToken}../a`],
    [
      `continue=${token({ v, rv: 1, start: 'a' })}&resourceVersion=5`,
      400,
      'specifying resource version is not allowed when using continue',
    ],
    [
      'watch=1&resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch, ' +
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided]',
    ],
    [
      'resourceVersionMatch=foo&fieldSelector=nothing%3Da',
      422,
      'ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided, ' +
        'resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""]',
    ],
  ])('%s', async (query, code, message) => {
    const { status, body } = await server.client.get(`${configMaps}?${query}`);
    const reason = { 500: undefined, 400: 'BadRequest', 422: 'Invalid' }[code];
    expect([status, body.reason, body.message]).toEqual([code, reason, message]);
  });

  it('a get of a version that is none', async () => {
    const { body } = await server.client.get(`${configMaps}/one?resourceVersion=abc`);
    expect([body.code, body.reason, body.message]).toEqual([500, undefined, parse('abc')]);
  });

  it('a watch of a time that has passed ends at once', async () => {
    const watch = await server.client.watch(`${configMaps}?watch=1&timeoutSeconds=-1`);
    await watch.untilEnd();
    expect(watch.ended).toBe(true);
  });
});

describe('a new object with a resourceVersion', () => {
  const post = (metadata: object) => server.client.post(configMaps, { metadata });

  it('is refused after everything else about it', async () => {
    const wrong = await post({ name: 'A_', namespace: 'other', resourceVersion: '5' });
    expect(wrong.body.code).toBe(400);
    expect((await post({ name: 'A_', resourceVersion: '5' })).body.code).toBe(422);
    expect((await post({ name: 'one', resourceVersion: '5' })).body).toMatchObject({
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    });
  });

  it.each(['0', 'abc'])('that says nothing is taken: %s', async (resourceVersion) => {
    expect((await post({ name: `v${resourceVersion}`, resourceVersion })).status).toBe(201);
  });
});

describe('an update', () => {
  const put = (name: string, metadata: object) =>
    server.client.put(`${configMaps}/${name}`, { metadata: { name, ...metadata }, data: { a: 'b' } });

  it('with a resourceVersion that is none', async () => {
    const { body } = await put('one', { resourceVersion: 'abc' });
    expect([body.code, body.reason, body.message]).toEqual([
      500,
      undefined,
      'strconv.ParseUint: parsing "abc": invalid syntax',
    ]);
  });

  it('of version 0 is meant for whatever is stored', async () => {
    expect((await put('one', { resourceVersion: '0' })).status).toBe(200);
    const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases/l';
    const body = { metadata: { name: 'l', resourceVersion: '0' } };
    expect((await server.client.put(lease, body)).status).toBe(201);
    expect((await server.client.put(lease, body)).body).toMatchObject({ code: 422, reason: 'Invalid' });
  });

  it.each([
    ['', '/registry/configmaps/default/nothing'],
    ['?dryRun=All', '/configmaps/default/nothing'],
  ])('of an object that is not there, meant for one of a uid: %s', async (query, key) => {
    const object = { metadata: { name: 'nothing', uid: 'x' } };
    const { body } = await server.client.put(`${configMaps}/nothing${query}`, object);
    expect([body.code, body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "nothing": StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: `,
    ]);
  });

  it('tells of metadata as often as it is looked at, and once in its text', async () => {
    const { body } = await put('one', { labels: { 'a b': 'c' } });
    expect(body.details.causes.length).toBeGreaterThan(2);
    expect(new Set(body.details.causes.map((cause: object) => JSON.stringify(cause))).size).toBe(1);
    expect(body.message).toMatch(/^ConfigMap "one" is invalid: metadata\.labels: Invalid value: "a b": /);
  });
});
