import { afterEach, describe, expect, it } from 'vitest';
import { done } from '../../support/admission.ts';
import {
  conditionOf,
  define,
  definition,
  definitionsPath,
  redefine,
  tab,
  tabs,
} from '../../support/custom-resources.ts';
import { pod } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** Controllers that releases after 1.23 brought, each over a server of such a release. */

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

async function start(release: string, flags: string[], directory?: string): Promise<TestServer> {
  const server = await TestServer.start({
    flags: [`--emulated-version=${release}`, '--disable-admission-plugins=ServiceAccount', ...flags],
    ...(directory === undefined ? {} : { directory }),
  });
  servers.push(server);
  return server;
}

const get = async (server: TestServer, path: string): Promise<any> => done(server.client.get(path));
const isGone = async (server: TestServer, path: string): Promise<boolean> =>
  (await server.client.get(path)).status === 404;
const patch = (server: TestServer, path: string, body: object): Promise<any> =>
  done(
    server.client.send('PATCH', path, { body, headers: { 'content-type': 'application/merge-patch+json' } }),
  );

describe('a namespace that is deleted', () => {
  const namespace = '/api/v1/namespaces/shop';
  const pods = `${namespace}/pods`;
  const settings = `${namespace}/configmaps/settings`;

  async function filled(release: string): Promise<TestServer> {
    const server = await start(release, ['--controllers=namespace']);
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } }));
    await done(server.client.post(`${namespace}/configmaps`, { metadata: { name: 'settings' } }));
    const { metadata, ...rest } = pod('web', {}) as { metadata: object };
    const held = { ...rest, metadata: { ...metadata, namespace: 'shop', finalizers: ['example.com/hold'] } };
    await done(server.client.post(pods, held));
    await done(server.client.delete(namespace));
    return server;
  }

  const release = (server: TestServer): Promise<any> =>
    patch(server, `${pods}/web`, { metadata: { finalizers: null } });

  it('keeps all else as long as there is a pod', async () => {
    const server = await filled('1.36');
    await until(async () => (await get(server, `${pods}/web`)).metadata.deletionTimestamp !== undefined);
    const remains = async () => conditionOf(await get(server, namespace), 'NamespaceContentRemaining');
    await until(async () => (await remains())?.status === 'True');
    expect((await get(server, settings)).metadata.deletionTimestamp).toBeUndefined();
    await release(server);
    await until(() => isGone(server, namespace));
  });

  it('keeps nothing for a pod before 1.33', async () => {
    const server = await filled('1.32');
    await until(() => isGone(server, settings));
    expect(await isGone(server, `${pods}/web`)).toBe(false);
    await release(server);
    await until(() => isGone(server, namespace));
  });
});

describe('a range of Services', () => {
  const services = '/api/v1/namespaces/default/services';
  const gate = '--feature-gates=MultiCIDRServiceAllocator=true';

  it.each([
    ['1.29', 'v1alpha1', [gate]],
    ['1.31', 'v1beta1', [gate]],
    ['1.33', 'v1', []],
    ['1.36', 'v1', []],
  ])(
    'in %s is ready soon, and stays while a Service has an address of it',
    async (release, version, flags) => {
      const group = `/apis/networking.k8s.io/${version}`;
      const server = await start(release, [
        '--controllers=service-cidr-controller',
        `--runtime-config=networking.k8s.io/${version}=true`,
        ...flags,
      ]);
      await done(
        server.client.post(`${group}/servicecidrs`, {
          metadata: { name: 'more' },
          spec: { cidrs: ['10.77.0.0/24'] },
        }),
      );
      const range = () => get(server, `${group}/servicecidrs/more`);
      await until(async () => conditionOf(await range(), 'Ready')?.status === 'True');
      expect((await range()).metadata.finalizers).toEqual(['networking.k8s.io/service-cidr-finalizer']);
      const spec = { clusterIP: '10.77.0.9', ports: [{ port: 80 }] };
      await done(server.client.post(services, { metadata: { name: 'web' }, spec }));
      expect((await get(server, `${group}/ipaddresses/10.77.0.9`)).spec.parentRef).toMatchObject({
        resource: 'services',
        namespace: 'default',
        name: 'web',
      });
      await done(server.client.delete(`${group}/servicecidrs/more`));
      await until(async () => conditionOf(await range(), 'Ready')?.reason === 'Terminating');
      const more = { ...spec, clusterIP: '10.77.0.10' };
      expect((await server.client.post(services, { metadata: { name: 'late' }, spec: more })).status).toBe(
        422,
      );
      await done(server.client.delete(`${services}/web`));
      await until(() => isGone(server, `${group}/ipaddresses/10.77.0.9`));
      await until(() => isGone(server, `${group}/servicecidrs/more`));
    },
  );

  it('has its object again when somebody deletes it, long before the next periodic repair', async () => {
    const server = await start('1.36', ['--service-repair-interval=1h']);
    const spec = { ports: [{ port: 80 }] };
    const { spec: made } = await done(server.client.post(services, { metadata: { name: 'web' }, spec }));
    const address = `/apis/networking.k8s.io/v1/ipaddresses/${made.clusterIP}`;
    const { uid } = (await get(server, address)).metadata;
    await done(server.client.delete(address));
    await until(
      async () => !(await isGone(server, address)) && (await get(server, address)).metadata.uid !== uid,
    );
    const events = async () => (await get(server, '/api/v1/namespaces/default/events')).items;
    await until(async () =>
      (await events()).some(
        ({ message }: any) => message === `Cluster IP [IPv4]: ${made.clusterIP} is not allocated; repairing`,
      ),
    );
  });

  it('in a release that has objects of addresses and none of ranges, addresses are those of the flag', async () => {
    const server = await start('1.28', [gate, '--runtime-config=networking.k8s.io/v1alpha1=true']);
    const spec = { ports: [{ port: 80 }] };
    const { spec: made } = await done(server.client.post(services, { metadata: { name: 'web' }, spec }));
    const address = `/apis/networking.k8s.io/v1alpha1/ipaddresses/${made.clusterIP}`;
    expect((await get(server, address)).spec.parentRef.name).toBe('web');
    const outside = { ...spec, clusterIP: '10.77.0.9' };
    expect((await server.client.post(services, { metadata: { name: 'far' }, spec: outside })).status).toBe(
      422,
    );
  });
});

describe('the authority of the API', () => {
  it.each([
    ['1.32', 'v1alpha1'],
    ['1.36', 'v1beta1'],
  ])('in %s is published in a bundle, and again when that is deleted', async (release, version) => {
    const server = await start(release, [
      '--controllers=apiserver-serving-clustertrustbundle-publisher',
      '--feature-gates=ClusterTrustBundle=true',
      `--runtime-config=certificates.k8s.io/${version}=true`,
    ]);
    const bundles = `/apis/certificates.k8s.io/${version}/clustertrustbundles`;
    const first = async () => (await get(server, bundles)).items[0];
    await until(async () => (await first()) !== undefined);
    const { metadata, spec } = await first();
    expect(metadata.name).toMatch(/^kubernetes\.io:kube-apiserver-serving:[0-9a-f]{24}$/);
    expect(spec.signerName).toBe('kubernetes.io/kube-apiserver-serving');
    expect(spec.trustBundle).toContain('-----BEGIN CERTIFICATE-----');
    await done(server.client.delete(`${bundles}/${metadata.name}`));
    await until(async () => ((await first())?.metadata.uid ?? metadata.uid) !== metadata.uid);
    expect((await first()).spec).toEqual(spec);
  });
});

describe('the migration of a type', () => {
  it.each([
    ['1.30', 'v1alpha1', { resource: { group: 'g.example', version: 'v2', resource: 'tabs' } }],
    ['1.36', 'v1beta1', { resource: { group: 'g.example', resource: 'tabs' } }],
  ])('in %s ends with one stored version', async (release, version, spec) => {
    const server = await start(release, [
      '--controllers=storage-version-migrator',
      '--feature-gates=StorageVersionMigrator=true',
      `--runtime-config=storagemigration.k8s.io/${version}=true`,
    ]);
    const stored = (last: boolean) => [{ storage: !last }, { name: 'v2', storage: last }];
    await define(server, definition({ versions: stored(false) }));
    const path = `${definitionsPath}/tabs.g.example`;
    await done(server.client.post(tabs, tab('a', { size: 1 })));
    const before = (await get(server, `${tabs}/a`)).metadata.resourceVersion;
    await redefine(server, definition({ versions: stored(true) }));
    await until(async () => (await get(server, path)).status.storedVersions.length === 2);
    const migrations = `/apis/storagemigration.k8s.io/${version}/storageversionmigrations`;
    await done(server.client.post(migrations, { metadata: { name: 'm' }, spec }));
    await until(
      async () => conditionOf(await get(server, `${migrations}/m`), 'Succeeded')?.status === 'True',
    );
    const { metadata, size } = await get(server, `${tabs}/a`);
    expect([size, metadata.resourceVersion === before]).toEqual([1, false]);
    if (version === 'v1beta1') expect((await get(server, path)).status.storedVersions).toEqual(['v2']);
  });
});

it('a token that nobody asked for and nobody uses is marked as invalid, and deleted later', async () => {
  const first = await start('1.36', []);
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  const secrets = '/api/v1/namespaces/default/secrets';
  const token = async (name: string): Promise<void> => {
    const annotations = { 'kubernetes.io/service-account.name': 'builder' };
    const type = 'kubernetes.io/service-account-token';
    await done(first.client.post(secrets, { metadata: { name, annotations }, type }));
  };
  const body = {
    metadata: { name: 'builder' },
    secrets: [{ name: 'old' }, { name: 'older' }, { name: 'used' }],
  };
  await done(first.client.post(accounts, body));
  for (const name of ['old', 'older', 'used', 'wanted']) await token(name);
  const [yesterday, longAgo] = [1, 10].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const label = (name: string) => `kubernetes.io/legacy-token-${name}`;
  await patch(first, `${secrets}/older`, { metadata: { labels: { [label('invalid-since')]: longAgo } } });
  const today = new Date().toISOString().slice(0, 10);
  await patch(first, `${secrets}/used`, { metadata: { labels: { [label('last-used')]: today } } });
  const tracking =
    '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking';
  await until(async () => !(await isGone(first, tracking)));
  await patch(first, tracking, { data: { since: longAgo } });
  await first.stop();

  const flags = [
    '--controllers=legacy-serviceaccount-token-cleaner',
    '--legacy-service-account-token-clean-up-period=1s',
  ];
  const server = await start('1.36', flags, first.directory);
  const labels = async (name: string) => (await get(server, `${secrets}/${name}`)).metadata.labels ?? {};
  await until(() => isGone(server, `${secrets}/older`));
  await until(async () => label('invalid-since') in (await labels('old')));
  expect((await labels('old'))[label('invalid-since')] > yesterday!).toBe(true);
  expect(label('invalid-since') in (await labels('used'))).toBe(false);
  expect(label('invalid-since') in (await labels('wanted'))).toBe(false);
});
