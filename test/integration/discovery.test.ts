import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEnvelope } from '../../src/api/codec/protobuf/envelope.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
let orch: TestServer;
beforeAll(async () => {
  [server, orch] = await Promise.all([TestServer.start(), TestServer.start({ dialect: 'orch' })]);
});
afterAll(() => Promise.all([server.remove(), orch.remove()]));

describe('discovery', () => {
  it('/api tells the versions of the core group', async () => {
    const { body } = await server.client.get('/api');
    expect(body).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: `127.0.0.1:${server.port}` }],
    });
  });

  it('/apis tells the groups, the more important first', async () => {
    const { body } = await server.client.get('/apis');
    expect(body).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' });
    const names: string[] = body.groups.map(({ name }: any) => name);
    expect(names.filter((name) => ['apps', 'coordination.k8s.io'].includes(name))).toEqual([
      'apps',
      'coordination.k8s.io',
    ]);
    expect(body.groups.find(({ name }: any) => name === 'apps')).toEqual({
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    });
  });

  it('/apis/<group> tells one of them', async () => {
    const { body } = await server.client.get('/apis/apps');
    expect(body).toMatchObject({ kind: 'APIGroup', apiVersion: 'v1', name: 'apps' });
    expect((await server.client.get('/apis/none')).status).toBe(404);
  });

  it('/api/v1 and /apis/<group>/<version> tell the resource types', async () => {
    const core = (await server.client.get('/api/v1')).body;
    expect(core).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' });
    expect(core).not.toHaveProperty('apiVersion');
    const byName = Object.fromEntries(core.resources.map((resource: any) => [resource.name, resource]));
    expect(byName['pods']).toMatchObject({
      singularName: '',
      namespaced: true,
      kind: 'Pod',
      shortNames: ['po'],
      categories: ['all'],
      storageVersionHash: 'xPOwRZ+Yhw8=',
    });
    expect(byName['pods'].verbs).toEqual([...byName['pods'].verbs].sort());
    expect(byName['namespaces'].verbs).not.toContain('deletecollection');
    expect(byName['namespaces/finalize']).toMatchObject({ kind: 'Namespace', verbs: ['update'] });
    // The hash is that of the version in the store: up to 1.23 definitions are stored as v1beta1.
    const [definitions] = (await server.client.get('/apis/apiextensions.k8s.io/v1')).body.resources;
    expect(definitions).toMatchObject({
      name: 'customresourcedefinitions',
      storageVersionHash: 'jfWCUB31mvA=',
    });
    const apps = (await server.client.get('/apis/apps/v1')).body;
    expect(apps).toMatchObject({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'apps/v1' });
    const scale = apps.resources.find(({ name }: any) => name === 'deployments/scale');
    expect(scale).toMatchObject({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
    const sorted = apps.resources.map(({ name }: any) => name);
    expect(sorted).toEqual([...sorted].sort());
  });

  it('names kinds, and tells nothing else of them, wherever they are named', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const aggregated = { headers: { accept } };
    const documents = [
      (await server.client.get('/apis', aggregated)).body,
      (await server.client.get('/api', aggregated)).body,
      (await server.client.get('/openapi/v2')).body,
      (await server.client.get('/openapi/v3/apis/apps/v1')).body,
    ];
    const named = documents.flatMap(kindsIn);
    expect(named.length).toBeGreaterThan(1000);
    const members = new Set(named.map((kind) => Object.keys(kind).sort().join()));
    expect([...members]).toEqual(['group,kind,version']);
  });

  it.each(['v2', 'v2beta1'])('comes all at once as %s, with a tag', async (version) => {
    const accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json`;
    const answer = await server.client.get('/apis', { headers: { accept } });
    expect(answer.headers['content-type']).toBe(
      `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    );
    expect(answer.body).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: `apidiscovery.k8s.io/${version}`,
    });
    const apps = answer.body.items.find(({ metadata }: any) => metadata.name === 'apps');
    const deployments = apps.versions[0].resources.find(({ resource }: any) => resource === 'deployments');
    expect(deployments).toMatchObject({
      responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      scope: 'Namespaced',
      singularResource: 'deployment',
      shortNames: ['deploy'],
    });
    const again = await server.client.get('/apis', {
      headers: { accept, 'if-none-match': answer.headers.etag! },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
    const core = await server.client.get('/api', { headers: { accept } });
    expect(core.body.items).toMatchObject([{ metadata: { name: '' } }]);
  });

  it('/version and / tell what this is', async () => {
    expect((await server.client.get('/version')).body).toMatchObject({
      major: '1',
      minor: '23',
      gitVersion: expect.stringMatching(/^v1\.23/),
    });
    const { paths } = (await server.client.get('/')).body;
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api',
        '/api/v1',
        '/apis',
        '/apis/apps',
        '/apis/apps/v1',
        '/healthz',
        '/readyz/ping',
        '/version',
      ]),
    );
    expect(paths).toEqual([...paths].sort());
    const unknown = await server.client.get('/nothing');
    expect(unknown).toMatchObject({ status: 404, body: { paths } });
  });

  it('speaks the words of its dialect, and understands the media types of both', async () => {
    const { body } = await orch.client.get('/apis');
    expect(body.groups.map(({ name }: any) => name)).toContain('coordination.orch.io');
    for (const group of ['meta.orch.io', 'meta.k8s.io']) {
      const accept = `application/json;as=Table;v=v1;g=${group}`;
      expect((await orch.client.get('/api/v1/namespaces', { headers: { accept } })).body).toMatchObject({
        kind: 'Table',
        apiVersion: `${group}/v1`,
      });
    }
    const names = (await orch.client.get('/api/v1/namespaces')).body.items.map(
      ({ metadata }: any) => metadata.name,
    );
    expect(names).toEqual(['default', 'orch-node-lease', 'orch-public', 'orch-system']);
  });
});

describe('discovery in the binary form', () => {
  const protobuf = 'application/vnd.kubernetes.protobuf';

  it.each(['/api', '/apis', '/apis/apps', '/api/v1', '/apis/apps/v1', '/apis/autoscaling/v2'])(
    '%s, to whoever asks for it first',
    async (path) => {
      const { headers, bytes } = await server.client.get(path, {
        headers: { accept: `${protobuf},application/json` },
      });
      expect(headers['content-type']).toBe(protobuf);
      const { body } = await server.client.get(path);
      const { kind, apiVersion } = decodeEnvelope(bytes);
      expect({ kind, apiVersion }).toEqual({ kind: body.kind, apiVersion: body.apiVersion ?? '' });
    },
  );

  it.each(['/version', '/api', '/apis', '/api/v1'])('%s is nothing else', async (path) => {
    const answer = await server.client.get(path, { headers: { accept: 'text/plain' } });
    expect(answer).toMatchObject({ status: 406 });
  });

  it('the version is told as JSON alone, health as text to everybody', async () => {
    const asked = { headers: { accept: protobuf } };
    expect((await server.client.get('/version', asked)).status).toBe(406);
    expect(await server.client.get('/healthz', asked)).toMatchObject({ status: 200, text: 'ok' });
  });
});

const kindMembers = ['responseKind', 'x-kubernetes-group-version-kind'];

/** Group, version and kind of whatever a document names, at any depth. */
function kindsIn(document: unknown): object[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, member]) =>
    kindMembers.includes(key) ? [member].flat() : kindsIn(member),
  );
}
