import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueClient, makeAuthority } from '../../../src/util/x509.ts';
import {
  container,
  done,
  expectAnswer,
  forbiddenPod,
  podWith,
  serverWith,
  startFault,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';
import { type Answering, TestHttpsServer, testValidity } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const pods = '/api/v1/namespaces/default/pods';
const review = (status: object) => ({
  body: { apiVersion: 'imagepolicy.k8s.io/v1alpha1', kind: 'ImageReview', status },
});
const allows: Answering = () => review({ allowed: true });
let made = 0;
const newName = (): string => `pod-${++made}`;

let directory: string;
let backend: TestHttpsServer;
let strict: TestServer;
let lenient: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'image-policy-'));
  const authority = await makeAuthority('clients', testValidity());
  const identity = await issueClient(authority, { commonName: 'the-apiserver' }, testValidity());
  backend = await TestHttpsServer.start(allows, { clientAuthority: authority.certificate });
  const kubeConfigFile = webhookConfig(directory, 'images', backend, identity);
  const start = (policy: object) =>
    serverWith({
      on: ['ImagePolicyWebhook'],
      configuration: { ImagePolicyWebhook: { imagePolicy: { kubeConfigFile, retryBackoff: 1, ...policy } } },
    });
  strict = await start({ allowTTL: 60 });
  lenient = await start({ denyTTL: -1, allowTTL: -1, defaultAllow: true });
});
afterEach(() => {
  backend.answer(allows);
  backend.calls.length = 0;
});
afterAll(async () => {
  await strict?.remove();
  await lenient?.remove();
  await backend?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A pod of its own image, so that nothing is remembered of it. */
const pod = (spec: object = {}, metadata: object = {}) => {
  const name = newName();
  return podWith(name, { containers: [container('c', { image: `i-${name}` })], ...spec }, metadata);
};

describe('the backend of an image policy', () => {
  it('is asked about the images of a pod, with our certificate', async () => {
    const annotations = { 'a.image-policy.k8s.io/ticket': '1', 'b/c': '2' };
    const containers = [container('a', { image: 'one' }), container('b', { image: 'two' })];
    const initContainers = [container('i', { image: 'init' })];
    await done(strict.client.post(pods, pod({ containers, initContainers }, { annotations })));
    expect(backend.calls).toMatchObject([
      {
        method: 'POST',
        path: '/ask',
        client: 'the-apiserver',
        body: {
          apiVersion: 'imagepolicy.k8s.io/v1alpha1',
          kind: 'ImageReview',
          spec: {
            containers: [{ image: 'one' }, { image: 'two' }, { image: 'init' }],
            annotations: { 'a.image-policy.k8s.io/ticket': '1' },
            namespace: 'default',
          },
        },
      },
    ]);
    expect(backend.calls[0]!.body.spec.annotations).not.toHaveProperty('b/c');
  });

  it('is asked about updates, and about what it did not see yet alone', async () => {
    const created = await done(strict.client.post(pods, pod()));
    await done(strict.client.put(`${pods}/${created.metadata.name}`, created));
    expect(backend.calls).toHaveLength(1);
    created.spec.containers[0].image = 'newer';
    await done(strict.client.put(`${pods}/${created.metadata.name}`, created));
    expect(backend.calls[1]!.body.spec.containers).toEqual([{ image: 'newer' }]);
  });

  it('is asked about containers that are added to a running pod, and about nothing else then (CVE-2023-2727)', async () => {
    const created = await done(strict.client.post(pods, pod()));
    backend.calls.length = 0;
    backend.answer(({ body }) => review({ allowed: body.spec.containers[0].image !== 'evil' }));
    const at = `${pods}/${created.metadata.name}/ephemeralcontainers`;
    const added = (image: string) =>
      strict.client.put(at, {
        ...created,
        spec: { ...created.spec, ephemeralContainers: [container('debug', { image })] },
      });
    expectAnswer(
      await added('evil'),
      forbiddenPod(created.metadata.name, 'one or more images rejected by webhook backend'),
    );
    expect(backend.calls.map(({ body }) => body.spec.containers)).toEqual([[{ image: 'evil' }]]);
    expect((await added('good')).status).toBe(200);
  });

  it('is not asked about statuses, nor about anything but pods', async () => {
    const created = await done(strict.client.post(pods, pod()));
    backend.calls.length = 0;
    await done(strict.client.put(`${pods}/${created.metadata.name}/status`, created));
    await done(
      strict.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: newName() } }),
    );
    expect(backend.calls).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['says no', { allowed: false }, 'one or more images rejected by webhook backend'],
    [
      'says why not',
      { allowed: false, reason: 'too old' },
      'image policy webhook backend denied one or more images: too old',
    ],
    ['says nothing', {}, 'one or more images rejected by webhook backend'],
  ])('that %s has the pod refused, also where failures let it pass', async (_, status, why) => {
    backend.answer(() => review(status));
    for (const { client } of [strict, lenient]) {
      const refused = pod();
      expectAnswer(await client.post(pods, refused), forbiddenPod(refused.metadata.name, why));
    }
  });

  it('is asked once as long as its answer is remembered', async () => {
    const containers = [container('c', { image: 'same' })];
    for (let n = 0; n < 3; n++) await done(strict.client.post(pods, pod({ containers })));
    expect(backend.calls).toHaveLength(1);
    for (let n = 0; n < 3; n++) await done(lenient.client.post(pods, pod({ containers })));
    expect(backend.calls).toHaveLength(4);
  });

  it('is tried five times when that may help', async () => {
    backend.answer(() => (backend.calls.length < 5 ? { status: 500 } : review({ allowed: true })));
    await done(strict.client.post(pods, pod()));
    expect(backend.calls).toHaveLength(5);
  });

  it.each<[string, Answering, string | RegExp, number]>([
    ['answers 500', () => ({ status: 500 }), 'Error contacting webhook: 500', 5],
    ['answers 400', () => ({ status: 400 }), 'Error contacting webhook: 400', 1],
    ['cuts the connection', () => 'reset', /./, 5],
    ['redirects', () => ({ status: 302, headers: { location: 'https://127.0.0.1:1/' } }), /redirected/, 1],
    ['answers garbage', () => ({ body: '<html>' }), /the answer is not JSON/, 1],
    [
      'answers another kind',
      () => ({ body: { ...review({}).body, kind: 'TokenReview' } }),
      /no kind "TokenReview" is registered for version/,
      1,
    ],
    ['answers 100 MB', () => ({ body: Buffer.alloc(100 * 1_048_576, ' ') }), /more than 6291456 bytes/, 1],
  ])('that %s fails: the default says what becomes of the pod', async (_, answering, why, tries) => {
    backend.answer(answering);
    const refused = await strict.client.post(pods, pod());
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(why);
    expect(backend.calls).toHaveLength(tries);
    const passed = await done(lenient.client.post(pods, pod()));
    expect(passed.metadata.annotations).toMatchObject({ 'alpha.image-policy.k8s.io/failed-open': 'true' });
    // Nothing of it is remembered.
    backend.answer(allows);
    expect((await strict.client.post(pods, pod())).status).toBe(201);
  });

  it('has no more time than the request', async () => {
    backend.answer(() => 'hang');
    const answer = await strict.client.post(`${pods}?timeout=1s`, pod());
    expect([403, 504]).toContain(answer.status);
  });
});

describe('a configuration that cannot be followed', () => {
  const kubeConfigFile = (): string => join(directory, 'images.kubeconfig');
  it.each<[string, (() => object) | undefined, string]>([
    ['is not there', undefined, 'no config specified'],
    ['has no policy', () => ({}), 'imagePolicy: must be an object'],
    ['names no file', () => ({ imagePolicy: {} }), 'imagePolicy.kubeConfigFile: must be given'],
    [
      'has a field that nobody knows',
      () => ({ imagePolicy: { kubeConfigFile: kubeConfigFile(), defaultDeny: true } }),
      'unknown field "defaultDeny"',
    ],
    [
      'remembers for too long',
      () => ({ imagePolicy: { kubeConfigFile: kubeConfigFile(), allowTTL: 1801 } }),
      'imagePolicy.allowTTL: valid value is between 1 and 1800, got 1801',
    ],
    [
      'waits for too long',
      () => ({ imagePolicy: { kubeConfigFile: kubeConfigFile(), retryBackoff: 300_001 } }),
      'imagePolicy.retryBackoff: valid value is between 1 and 300000, got 300001',
    ],
    [
      'waits for less than nothing',
      () => ({ imagePolicy: { kubeConfigFile: kubeConfigFile(), denyTTL: -2 } }),
      'imagePolicy.denyTTL: valid value is between 1 and 1800, got -2',
    ],
    [
      'names a backend without TLS',
      () => {
        const path = join(directory, 'plain.kubeconfig');
        const contexts = [{ name: 'a', context: { cluster: 'a' } }];
        const clusters = [{ name: 'a', cluster: { server: 'http://127.0.0.1:1' } }];
        writeFileSync(path, JSON.stringify({ clusters, contexts, 'current-context': 'a' }));
        return { imagePolicy: { kubeConfigFile: path } };
      },
      'must use https',
    ],
  ])('as it %s, ends the start', async (_, configuration, text) => {
    const fault = await startFault({
      on: ['ImagePolicyWebhook'],
      ...(configuration === undefined ? {} : { configuration: { ImagePolicyWebhook: configuration() } }),
    });
    expect(fault).toContain('couldn\'t init admission plugin "ImagePolicyWebhook": ');
    expect(fault).toContain(text);
  });
});
