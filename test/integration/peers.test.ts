import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { Pki } from '../support/pki.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const gate = 'UnknownVersionInteroperabilityProxy';
/** 1.36 has it, 1.34 does not. */
const policies = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const everything = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicy',
  metadata: { name: 'set' },
  spec: {
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['endpoints'] },
      ],
    },
    mutations: [
      { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/a", value: "b"}]' } },
    ],
  },
};

let etcd: Etcd;
let pki: Pki;
let ca: string;
const servers: TestServer[] = [];
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  pki = new Pki(mkdtempSync(join(tmpdir(), 'peers-')));
  const authority = await pki.authority('ca');
  ca = authority.certificate;
  await pki.serving('server', authority, ['localhost', 'kubernetes.default.svc']);
  await pki.client('proxy', authority, { commonName: 'front-proxy' });
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await etcd?.stop();
  rmSync(pki.directory, { recursive: true, force: true });
});

const certificates = (): string[] => [
  `--tls-cert-file=${pki.path('server.crt')}`,
  `--tls-private-key-file=${pki.path('server.key')}`,
  `--requestheader-client-ca-file=${pki.path('ca.crt')}`,
  '--requestheader-allowed-names=front-proxy',
  '--requestheader-username-headers=X-Remote-User',
  '--requestheader-group-headers=X-Remote-Group',
  '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  `--proxy-client-cert-file=${pki.path('proxy.crt')}`,
  `--proxy-client-key-file=${pki.path('proxy.key')}`,
];

/** A server as it would be on a host of its own: a Lease is named after the host. */
async function start(host: string, ...flags: string[]): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), `${host}-`));
  writeFileSync(join(directory, 'ca.crt'), ca);
  const named = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.hostname = () => '${host}'; syncBuiltinESMExports();`;
  const server = await TestServer.start({
    directory,
    nodeFlags: [`--import=data:text/javascript,${encodeURIComponent(named)}`],
    flags: [
      `--etcd-servers=${etcd.endpoints[0]}`,
      `--feature-gates=${gate}=true`,
      `--peer-ca-file=${pki.path('ca.crt')}`,
      '--peer-advertise-ip=127.0.0.1',
      ...certificates(),
      ...flags,
    ],
  });
  servers.push(server);
  return server;
}

async function groupsOf(client: ApiClient, accept: string): Promise<Map<string, string[]>> {
  const { body } = await client.get('/apis', { headers: { accept } });
  return new Map(
    body.items.flatMap(({ metadata, versions }: any) =>
      versions.map(({ version, resources }: any) => [
        `${metadata.name}/${version}`,
        resources.map(({ resource }: any) => resource),
      ]),
    ),
  );
}

describe('of two servers of one cluster', () => {
  let older: TestServer;
  let newer: TestServer;
  beforeAll(async () => {
    newer = await start('newer', '--emulated-version=1.36');
    older = await start('older', '--emulated-version=1.34', '--authorization-mode=AlwaysAllow');
    await until(async () => (await older.client.get(policies)).status === 200);
  });

  it('the older one has what only the newer one can answer, by the newer one', async () => {
    expect((await older.client.post(policies, policy)).status).toBe(201);
    expect((await older.client.get(`${policies}/set`)).body).toMatchObject({ kind: policy.kind });
    const { body } = await older.client.get(policies);
    expect(body.items.map(({ metadata }: any) => metadata.name)).toEqual(['set']);
    const { text } = await older.client.get(`${policies}?watch=true&timeoutSeconds=1`);
    expect(JSON.parse(text.split('\n', 1)[0]!)).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'set' } },
    });
    expect((await older.client.get(`${policies}/none`)).body).toMatchObject({
      code: 404,
      details: { name: 'none' },
    });
  });

  it('the newer one is told who asks', async () => {
    const jane = older.connect({ token: 'user-token' });
    const { body } = await jane.get(policies);
    jane.close();
    expect(body).toMatchObject({ code: 403, message: expect.stringContaining('User "jane" cannot list') });
  });

  it('a request that was passed on before goes no further', async () => {
    const { status } = await older.client.get(policies, { headers: { 'x-kubernetes-peer-proxied': 'true' } });
    expect(status).toBe(404);
  });

  it('what nobody has is not found', async () => {
    expect((await older.client.get('/apis/admissionregistration.k8s.io/v1/nothing')).status).toBe(404);
  });

  it('discovery of everything has what both have, unless that of one is asked for', async () => {
    const resource = 'mutatingadmissionpolicies';
    const group = 'admissionregistration.k8s.io/v1';
    const all = await groupsOf(older.client, everything);
    expect(all.get(group)).toEqual([...all.get(group)!].sort());
    expect(all.get(group)).toContain(resource);
    const own = await groupsOf(older.client, `${everything};profile=nopeer`);
    expect(own.get(group)).not.toContain(resource);
    expect(own.get(group)).toContain('validatingwebhookconfigurations');
    const plain = await older.client.get(`/apis/${group}`);
    expect(plain.body.resources.map(({ name }: any) => name)).not.toContain(resource);
  });

  it('requests that were passed on are counted', async () => {
    const { text } = await older.client.get('/metrics');
    const labels = 'group="admissionregistration.k8s.io",version="v1",resource="mutatingadmissionpolicies"';
    expect(text).toMatch(
      new RegExp(`^apiserver_rerouted_request_total\\{code="200",${labels}\\} [1-9]`, 'm'),
    );
    expect(text).toMatch(new RegExp(`^apiserver_rerouted_request_total\\{code="403",${labels}\\} 1$`, 'm'));
    expect((await newer.client.get('/metrics')).text).toMatch(
      /^aggregator_discovery_nopeer_requests_total [1-9]/m,
    );
  });

  it('one that does not answer is an error, and one that has gone is forgotten', async () => {
    await newer.kill();
    const away = await older.client.get(policies);
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('error trying to reach service')]);
    const { body } = await older.client.get(leases);
    const own = body.items.find(({ metadata }: any) => metadata.labels['kubernetes.io/hostname'] === 'newer');
    const withoutPlace = { ...own, spec: { ...own.spec, renewTime: '2020-01-01T00:00:00.000000Z' } };
    expect((await older.client.put(`${leases}/${own.metadata.name}`, withoutPlace)).status).toBe(200);
    expect((await older.client.get(policies)).body).toMatchObject({
      code: 503,
      reason: 'ServiceUnavailable',
      message: 'Error getting ip and port info of the remote server while proxying',
    });
    const { text } = await older.client.get('/metrics');
    expect(/^apiserver_peer_proxy_errors_total.*$/m.exec(text)?.[0]).toBe(
      'apiserver_peer_proxy_errors_total{type="endpoint_resolve"} 1',
    );
    await older.client.delete(`${leases}/${own.metadata.name}`);
    await until(async () => (await older.client.get(policies)).status === 404);
  });
});

it('a start without the gate fails', async () => {
  await expect(start('alone', '--emulated-version=1.36', `--feature-gates=${gate}=false`)).rejects.toThrow(
    `--peer-ca-file requires ${gate} feature to be turned on`,
  );
});

it('a start without a certificate that others believe fails', async () => {
  const flags = ['--emulated-version=1.36', `--peer-ca-file=${pki.path('ca.crt')}`];
  await expect(TestServer.start({ flags })).rejects.toThrow(
    'error building peer proxy handler, proxy-cert-file not specified',
  );
});
