import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, issueClient, makeAuthority } from '../../../src/util/x509.ts';
import { done, serverWith, startFault } from '../../support/admission.ts';
import {
  base64,
  configure,
  TestWebhooks,
  unconfigureAll,
  webhook,
} from '../../support/admission-webhooks.ts';
import type { TestServer } from '../../support/server.ts';
import { testValidity } from '../../support/unit/https-server.ts';

const name = 'a.example.com';
const maps = '/api/v1/namespaces/default/configmaps';
const apiVersion = 'apiserver.config.k8s.io/v1';
const kind = 'WebhookAdmissionConfiguration';
let made = 0;
let directory: string;
let hooks: TestWebhooks;
let services: TestWebhooks;
let server: TestServer;
let identity: Identity;

/** A client configuration of these users; its path. */
const usersFile = (file: string, users: Record<string, object>, more: object = {}): string => {
  const path = join(directory, file);
  const list = Object.entries(users).map(([user, credentials]) => ({ name: user, user: credentials }));
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: list, ...more }));
  return path;
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const authority = await makeAuthority('clients', testValidity());
  identity = await issueClient(authority, { commonName: 'the-apiserver' }, testValidity());
  const clientAuthority = authority.certificate;
  hooks = await TestWebhooks.start({ clientAuthority });
  const names = { dnsNames: ['hook.default.svc', 'far.default.svc'], addresses: [] };
  services = await TestWebhooks.start({ names, host: '0.0.0.0' });
  const mutating = usersFile('mutating', {
    [`127.0.0.1:${hooks.server.port}`]: {
      'client-certificate-data': base64(identity.certificate),
      'client-key-data': base64(identity.privateKey),
    },
    '*': { token: 'somebody' },
  });
  const validating = usersFile('validating', {
    [`127.0.0.1:${hooks.server.port}`]: {
      'client-certificate-data': base64(identity.certificate),
      'client-key-data': base64(identity.privateKey),
    },
    [`hook.default.svc:${services.server.port}`]: { token: 'for-hook' },
    [`*.svc:${services.server.port}`]: { username: 'any', password: 'service' },
  });
  server = await serverWith({
    configuration: {
      MutatingAdmissionWebhook: { apiVersion, kind, kubeConfigFile: mutating },
      ValidatingAdmissionWebhook: {
        apiVersion: 'apiserver.config.k8s.io/v1alpha1',
        kind: 'WebhookAdmission',
        kubeConfigFile: validating,
      },
    },
    flags: ['--service-cluster-ip-range=127.1.0.0/24'],
  });
});
afterEach(async () => {
  await unconfigureAll(server.client);
  hooks.forget();
  services.forget();
});
afterAll(async () => {
  await server?.remove();
  await hooks?.close();
  await services?.close();
  rmSync(directory, { recursive: true, force: true });
});

const create = () => server.client.post(maps, { metadata: { name: `map-${++made}` } });
const service = (which: string, more: object = {}) => ({
  caBundle: services.caBundle,
  service: { namespace: 'default', name: which, path: '/x', port: services.server.port, ...more },
});
const makeService = (which: string, spec: object) =>
  done(server.client.post('/api/v1/namespaces/default/services', { metadata: { name: which }, spec }));
const validating = (clientConfig: object) =>
  configure(server.client, 'validating', 'one', [webhook(name, clientConfig)]);

describe('a webhook behind a Service', () => {
  it('is called at the address of the Service, by its name', async () => {
    const { port } = services.server;
    await makeService('hook', { clusterIP: '127.1.0.9', ports: [{ port }] });
    await validating(service('hook'));
    expect((await create()).status).toBe(201);
    const [call] = services.server.calls;
    expect(call).toMatchObject({
      path: '/x?timeout=10s',
      headers: { host: `hook.default.svc:${port}`, authorization: 'Bearer for-hook' },
    });
  });

  it('may be a name elsewhere', async () => {
    await makeService('far', { type: 'ExternalName', externalName: 'localhost' });
    await validating(service('far'));
    expect((await create()).status).toBe(201);
    expect(services.server.calls[0]!.headers.authorization).toBe(`Basic ${base64('any:service')}`);
  });

  it.each<[string, object, object, string]>([
    [
      'has no such port',
      // None is picked at random: the others have theirs.
      { clusterIP: '127.1.0.11', ports: [{ port: 80 }] },
      { port: 81 },
      'no service port 81 found for service "SERVICE"',
    ],
    [
      'has no address',
      { clusterIP: 'None', ports: [{ port: 80 }] },
      { port: 80 },
      'cannot route to service with ClusterIP "None"',
    ],
    [
      'has a certificate of another name',
      { type: 'ExternalName', externalName: 'localhost' },
      {},
      'x509: certificate is valid for hook.default.svc, far.default.svc, not SERVICE.default.svc',
    ],
  ])('that %s cannot be called', async (_, spec, reference, text) => {
    const which = `service-${++made}`;
    await makeService(which, spec);
    const config = service(which, reference);
    await validating(config);
    const { port } = (config as any).service;
    const answer = await create();
    expect(answer.status).toBe(500);
    expect(answer.body.message).toBe(
      `Internal error occurred: failed calling webhook "${name}": failed to call webhook: ` +
        `Post "https://${which}.default.svc:${port}/x?timeout=10s": ${text.replace('SERVICE', which)}`,
    );
  });

  it('is found as soon as its Service is there', async () => {
    const which = 'hook';
    await server.client.delete('/api/v1/namespaces/default/services/hook');
    await validating(service(which));
    expect((await create()).body.message).toContain('service "hook" not found');
    await makeService(which, { clusterIP: '127.1.0.10', ports: [{ port: services.server.port }] });
    expect((await create()).status).toBe(201);
  });
});

describe('credentials for webhooks', () => {
  it('are those of the user with their address', async () => {
    await validating(hooks.clientConfig('/x'));
    expect((await create()).status).toBe(201);
    expect(hooks.server.calls[0]!.client).toBe('the-apiserver');
    expect(hooks.server.calls[0]!.headers.authorization).toBeUndefined();
  });

  it('are told apart by the plugin that calls', async () => {
    await makeService('far', { type: 'ExternalName', externalName: 'localhost' }).catch(() => {});
    await configure(server.client, 'mutating', 'one', [webhook(name, service('far'))]);
    expect((await create()).status).toBe(201);
    expect(services.server.calls[0]!.headers.authorization).toBe('Bearer somebody');
  });

  it.each<[string, object, string]>([
    [
      'in a file with a relative path',
      { apiVersion, kind, kubeConfigFile: 'a/b' },
      'must be an absolute file path',
    ],
    [
      'in a file that is not there',
      { apiVersion, kind, kubeConfigFile: '/nowhere/at/all' },
      'stat /nowhere/at/all',
    ],
    [
      'of another kind',
      { apiVersion, kind: 'Configuration' },
      'no kind "Configuration" is registered for version',
    ],
    ['with a field that nobody knows', { apiVersion, kind, kubeconfig: '/a' }, 'unknown field "kubeconfig"'],
  ])('%s are refused at the start', async (_, configuration, text) => {
    const fault = await startFault({ configuration: { MutatingAdmissionWebhook: configuration } });
    expect(fault).toContain('couldn\'t init admission plugin "MutatingAdmissionWebhook": ');
    expect(fault).toContain(text);
  });
});
