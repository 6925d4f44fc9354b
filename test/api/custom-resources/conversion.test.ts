import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anything,
  define,
  definition,
  definitionsPath,
  redefine,
  tab,
} from '../../support/custom-resources.ts';
import { TestServer } from '../../support/server.ts';
import { type TestBehaviour, TestHttpsServer } from '../../support/unit/https-server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
let webhook: TestHttpsServer;
/** What the webhook does with the objects of a review; `spec.host` and `spec.port` of v1 are `spec.address` of v1beta1. */
let answer: (review: any) => TestBehaviour | Promise<TestBehaviour>;

const converted = (object: any, apiVersion: string): any => {
  const { spec = {}, ...rest } = object;
  if (apiVersion.endsWith('v1')) {
    const { address = ':', ...more } = spec;
    const [host, port] = address.split(':');
    return { ...rest, apiVersion, spec: { ...more, host, port } };
  }
  const { host, port, ...more } = spec;
  return { ...rest, apiVersion, spec: { ...more, address: `${host}:${port}` } };
};

const success = (review: any, objects: unknown): TestBehaviour => ({
  body: {
    kind: 'ConversionReview',
    apiVersion: review.apiVersion,
    response: { uid: review.request.uid, result: { status: 'Success' }, convertedObjects: objects },
  },
});

const converting = (review: any): TestBehaviour =>
  success(
    review,
    review.request.objects.map((object: any) => converted(object, review.request.desiredAPIVersion)),
  );

beforeAll(async () => {
  webhook = await TestHttpsServer.start((call) => answer(call.body));
  server = await TestServer.start();
});
beforeEach(() => {
  answer = converting;
  webhook.calls.length = 0;
});
afterAll(async () => {
  await server.remove();
  await webhook.close();
});

const conversion = (reviews: string[] = ['v1']) => ({
  strategy: 'Webhook',
  webhook: {
    clientConfig: {
      url: `${webhook.url}/convert`,
      caBundle: Buffer.from(webhook.authority.certificate).toString('base64'),
    },
    conversionReviewVersions: reviews,
  },
});

let count = 0;

/** A definition with v1beta1, in which instances are stored, and v1. */
async function withVersions(reviews?: string[]) {
  const group = `w${++count}.example`;
  const object = definition({
    group,
    versions: [
      { name: 'v1beta1', schema: anything },
      { name: 'v1', schema: anything },
    ],
    spec: { conversion: conversion(reviews) },
  });
  await define(server, object);
  const path = (version: string) => `/apis/${group}/${version}/namespaces/default/tabs`;
  const instance = (version: string, name: string, spec: object) => ({
    ...tab(name, { spec }),
    apiVersion: `${group}/${version}`,
  });
  return { object, group, path, instance };
}

describe.each(['v1', 'v1beta1'])('with reviews of %s', (review) => {
  it('instances are read and written in every version', async () => {
    const { path, instance } = await withVersions([review]);
    const beta = await server.client.post(path('v1beta1'), instance('v1beta1', 'a', { address: 'h:1' }));
    expect(beta.status, beta.text).toBe(201);
    expect(webhook.calls).toEqual([]);
    const read = await server.client.get(`${path('v1')}/a`);
    expect(read.status, read.text).toBe(200);
    expect(read.body.spec).toEqual({ host: 'h', port: '1' });
    // The store gives objects their version when they are read.
    const { resourceVersion: _, ...metadata } = beta.body.metadata;
    expect(webhook.calls[0]!.body).toMatchObject({
      kind: 'ConversionReview',
      apiVersion: `apiextensions.k8s.io/${review}`,
      request: {
        uid: expect.any(String),
        desiredAPIVersion: read.body.apiVersion,
        objects: [{ ...beta.body, metadata }],
      },
    });
    const made = await server.client.post(path('v1'), instance('v1', 'b', { host: 'i', port: '2' }));
    expect(made.status, made.text).toBe(201);
    expect(made.body.spec).toEqual({ host: 'i', port: '2' });
    expect((await server.client.get(`${path('v1beta1')}/b`)).body.spec).toEqual({ address: 'i:2' });
    const list = await server.client.get(path('v1'));
    expect(list.body.items.map(({ spec }: any) => spec.host)).toEqual(['h', 'i']);
    const put = await server.client.put(`${path('v1')}/a`, { ...read.body, spec: { host: 'j', port: '3' } });
    expect(put.body).toMatchObject({ spec: { host: 'j', port: '3' }, metadata: { generation: 2 } });
    const again = await server.client.put(`${path('v1')}/a`, put.body);
    expect(again.body.metadata.resourceVersion).toBe(put.body.metadata.resourceVersion);
    expect((await server.client.delete(`${path('v1')}/a`)).status).toBe(200);
  });
});

describe('a move to another storage version', () => {
  it('goes unnoticed by watchers of every version', async () => {
    const { object, path, instance } = await withVersions();
    for (const name of ['a', 'b', 'c'])
      await server.client.post(path('v1beta1'), instance('v1beta1', name, { address: `${name}:1` }));
    const before = await server.client.watch(`${path('v1')}?watch=1`);
    await before.until(3);
    for (const version of object.spec.versions) version.storage = !version.storage;
    await redefine(server, object);
    await before.untilEnd();
    const watches = await Promise.all(
      ['v1', 'v1beta1'].map((version) => server.client.watch(`${path(version)}?watch=1`)),
    );
    for (const watch of watches) await watch.until(3);
    // Every write moves an object.
    for (const name of ['a', 'b', 'c']) {
      const { body } = await server.client.get(`${path('v1beta1')}/${name}`);
      const put = await server.client.put(`${path('v1beta1')}/${name}`, body);
      expect(put.status, put.text).toBe(200);
      expect(put.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
      expect(put.body.spec).toEqual(body.spec);
    }
    await server.client.post(path('v1'), instance('v1', 'd', { host: 'd', port: '1' }));
    const [v1, beta] = await Promise.all(watches.map((watch) => watch.until(7)));
    const short = (events: any[]) =>
      events.slice(3).map(({ type, object: { metadata } }) => `${type} ${metadata.name}`);
    const expected = ['MODIFIED a', 'MODIFIED b', 'MODIFIED c', 'ADDED d'];
    expect(short(v1!)).toEqual(expected);
    expect(short(beta!)).toEqual(expected);
    expect(v1![3]!.object.spec).toEqual({ host: 'a', port: '1' });
    expect(beta![6]!.object.spec).toEqual({ address: 'd:1' });
    for (const watch of watches) watch.close();
    const { body: status } = await server.client.get(`${definitionsPath}/${object.metadata.name}`);
    expect(status.status.storedVersions).toEqual(['v1beta1', 'v1']);
  });
});

describe('what a webhook may change', () => {
  it('is everything but metadata, of which labels and annotations', async () => {
    const { path, instance } = await withVersions();
    await server.client.post(path('v1beta1'), {
      ...instance('v1beta1', 'a', { address: 'h:1' }),
      metadata: { name: 'a', labels: { old: 'x' }, finalizers: ['test.example/x'] },
    });
    answer = (review) =>
      success(
        review,
        review.request.objects.map((object: any) => ({
          ...converted(object, review.request.desiredAPIVersion),
          metadata: { ...object.metadata, labels: { fresh: 'y' }, finalizers: [], generation: 9 },
        })),
      );
    const { body } = await server.client.get(`${path('v1')}/a`);
    expect(body.metadata).toMatchObject({
      labels: { fresh: 'y' },
      finalizers: ['test.example/x'],
      generation: 1,
    });
  });
});

describe('an answer that is none', () => {
  const response = (review: any, part: object) => ({
    body: {
      kind: 'ConversionReview',
      apiVersion: review.apiVersion,
      response: { uid: review.request.uid, ...part },
    },
  });
  const changing = (change: (object: any) => object) => (review: any) =>
    success(
      review,
      review.request.objects.map((object: any) =>
        change(converted(object, review.request.desiredAPIVersion)),
      ),
    );
  it.each<[string, (review: any) => TestBehaviour, string]>([
    [
      'no response',
      (review) => ({ body: { kind: 'ConversionReview', apiVersion: review.apiVersion } }),
      'failed: no response provided',
    ],
    [
      'another kind',
      () => ({ body: { kind: 'X', apiVersion: 'y/v1' } }),
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got y/v1, Kind=X',
    ],
    [
      'a failure',
      (review) => response(review, { result: { status: 'Failure', message: 'no way' } }),
      'failed: no way',
    ],
    ['no result', (review) => response(review, {}), `failed: response.result.status was '', not 'Success'`],
    ['no objects', (review) => success(review, []), 'returned 0 objects, expected 1'],
    [
      'another version',
      changing((object) => ({ ...object, apiVersion: 'other/v1' })),
      'returned invalid object at index 0: invalid groupVersion (expected GROUP/v1, received other/v1)',
    ],
    [
      'another object',
      changing((object) => ({ ...object, metadata: { ...object.metadata, name: 'z' } })),
      'returned invalid object: must have the same name: a != z',
    ],
    [
      'no metadata',
      changing(({ metadata: _, ...object }) => object),
      'returned invalid metadata: missing metadata in converted object',
    ],
    [
      'a status of its own',
      () => ({ status: 500, body: 'x' }),
      expect.stringMatching(/^failed: /) as unknown as string,
    ],
    ['nothing of JSON', () => ({ body: '{' }), expect.stringMatching(/^failed: /) as unknown as string],
  ])('fails reads of what has to be converted, and nothing else: %s', async (_, behaviour, message) => {
    const { group, path, instance } = await withVersions();
    await server.client.post(path('v1beta1'), instance('v1beta1', 'a', { address: 'h:1' }));
    answer = behaviour;
    const failed = await server.client.get(`${path('v1')}/a`);
    expect(failed.status).toBe(500);
    expect(failed.body.reason).toBeUndefined();
    const prefix = `conversion webhook for ${group}/v1beta1, Kind=Tab `;
    expect(failed.body.message.startsWith(prefix), failed.text).toBe(true);
    const rest = failed.body.message.slice(prefix.length);
    if (typeof message === 'string') expect(rest).toBe(message.replace('GROUP', group));
    else expect(rest).toEqual(message);
    expect((await server.client.get(path('v1'))).status).toBe(500);
    expect((await server.client.get(`${path('v1beta1')}/a`)).status).toBe(200);
    answer = converting;
    expect((await server.client.get(`${path('v1')}/a`)).status).toBe(200);
    expect((await server.client.get(path('v1'))).body.items).toHaveLength(1);
  });

  it('while a watch is open lets it wait until there is one', async () => {
    const { path, instance } = await withVersions();
    const watch = await server.client.watch(`${path('v1')}?watch=1`);
    await server.client.post(path('v1beta1'), instance('v1beta1', 'a', { address: 'a:1' }));
    await watch.until(1);
    answer = () => ({ status: 503 });
    await server.client.post(path('v1beta1'), instance('v1beta1', 'b', { address: 'b:1' }));
    expect((await server.client.get(`${path('v1')}/b`)).status).toBe(500);
    expect(watch.events).toHaveLength(1);
    answer = converting;
    await until(() => watch.events.length === 2);
    expect(watch.events[1]!.object.spec).toEqual({ host: 'b', port: '1' });
    watch.close();
  });
});

it('a list of many is converted in few calls, and does not hold up others', async () => {
  const { path, instance } = await withVersions();
  const all = Array.from({ length: 1_000 }, (_, index) => index);
  for (let at = 0; at < all.length; at += 100) {
    await Promise.all(
      all
        .slice(at, at + 100)
        .map((index) =>
          server.client.post(path('v1beta1'), instance('v1beta1', `n${index}`, { address: 'h:1' })),
        ),
    );
  }
  const listing = server.client.get(path('v1'));
  const { body } = await listing;
  expect(body.items).toHaveLength(1_000);
  expect(webhook.calls.length).toBeLessThan(20);
  const { text } = await server.client.get('/metrics');
  expect(text).toMatch(
    /apiserver_crd_webhook_conversion_duration_seconds_count\{[^}]*from_version="v1beta1",to_version="v1",succeeded="true"\} [1-9]/,
  );
});
