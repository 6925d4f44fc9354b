/** Release 1.36 as kubectl 1.36 shows it: what there is, what each kind is, and each kind with its columns. */
import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laterObjects } from '../support/later-objects.ts';
import { collectionOf, type Resource, resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';
import { validObject } from '../support/valid-objects.ts';

const run = promisify(execFile);
const script = new URL('../../hack/kubectl-minor.sh', import.meta.url).pathname;
const found = spawnSync(script, ['36'], { encoding: 'utf8' });
const path = found.status === 0 ? found.stdout.trim() : undefined;
const missing = path === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1)})` : '';
const minutes = 60_000;

const everything = ['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true'];

/** Kinds that the server keeps itself, and of which there is always one. */
const own = ['ComponentStatus'];

/** A request for a certificate: it has to prove that its key is the requester's. */
function podCertificateRequest(): object {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spec = {
    signerName: 'example.com/signer',
    podName: 'p',
    podUID: 'pu',
    serviceAccountName: 's',
    serviceAccountUID: 'su',
    nodeName: 'n',
    nodeUID: 'nu',
    pkixPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    proofOfPossession: sign(null, Buffer.from('pu'), privateKey).toString('base64'),
  };
  return { spec };
}

describe.skipIf(path === undefined).each([
  { title: 'as it is by default', flags: [], atLeast: 55 },
  { title: 'with all versions and gates', flags: everything, atLeast: 75 },
])(`release 1.36 $title, with kubectl 1.36${missing}`, ({ flags, atLeast }) => {
  let server: TestServer;
  let all: Resource[];

  beforeAll(async () => {
    server = await TestServer.start({
      flags: ['--emulated-version=1.36', '--disable-admission-plugins=ServiceAccount', ...flags],
    });
    all = [...(await resourcesOf(server.client)).values()];
  });
  afterAll(() => server?.remove());

  const kubectl = async (...words: string[]): Promise<string> => {
    const options = { env: { HOME: server.directory }, maxBuffer: 64 * 1024 * 1024 };
    return (await run(path!, ['--kubeconfig', server.kubeconfig, ...words], options)).stdout;
  };

  /** A resource in one of its versions, as kubectl takes it: `deployments.v1.apps`. */
  const fullName = ({ name, apiVersion }: Resource): string => {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    return [name, version, group].join('.');
  };

  /** Resources in the version that their group prefers, which is that of its first kinds. */
  const preferred = (): Resource[] => {
    const groupOf = ({ apiVersion, name }: Resource): string =>
      `${name}.${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}`;
    const first = new Map<string, Resource>();
    for (const resource of all) if (!first.has(groupOf(resource))) first.set(groupOf(resource), resource);
    return [...first.values()];
  };

  it('api-resources: every kind, with its short names, verbs and categories', async () => {
    const lines = (await kubectl('api-resources', '--no-headers', '-o', 'wide')).trim().split('\n');
    const shown = lines.map((line) => line.trim().split(/ +/).join(' '));
    const expected = preferred().map((resource) => {
      const { name, shortNames = [], apiVersion, namespaced, kind, verbs, categories = [] } = resource;
      const list = [
        shortNames.join(','),
        apiVersion,
        namespaced,
        kind,
        verbs.join(','),
        categories.join(','),
      ];
      return [name, ...list].filter((text) => text !== '').join(' ');
    });
    expect(shown.sort()).toEqual(expected.sort());
    expect(shown.length).toBeGreaterThanOrEqual(atLeast);
  });

  it('explain: every kind in every version, all of its fields', { timeout: 5 * minutes }, async () => {
    for (const resource of all) {
      const { kind, apiVersion } = resource;
      const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : [undefined, apiVersion];
      const text = await kubectl('explain', resource.name, `--api-version=${apiVersion}`, '--recursive');
      const head = [...(group === undefined ? [] : [`GROUP:      ${group}`]), `KIND:       ${kind}`];
      expect(text.split('\n').slice(0, head.length + 1)).toEqual([...head, `VERSION:    ${version}`]);
      expect(text, kind).toMatch(/^DESCRIPTION:\n {4}\S/m);
      const fields = text.slice(text.indexOf('FIELDS:\n') + 8).split('\n');
      const wrong = fields.filter(
        (line) => line !== '' && !/^ {2,}[$\w-]+\t<[\w[\]]+>(?: -required-)?$|^ *enum: /.test(line),
      );
      expect(wrong, fullName(resource)).toEqual([]);
      expect(fields.map((line) => line.trim().split('\t')[0])).toEqual(
        expect.arrayContaining(['apiVersion', 'kind', 'metadata']),
      );
    }
  });

  it('get: every kind in every version, in its columns', { timeout: 5 * minutes }, async () => {
    const names = new Map<string, string>();
    for (const resource of preferred()) {
      const { kind, apiVersion, verbs } = resource;
      if (!verbs.includes('create') || !verbs.includes('list')) continue;
      const body =
        kind === 'PodCertificateRequest'
          ? podCertificateRequest()
          : kind === 'ClusterTrustBundle'
            ? { spec: { trustBundle: (await authority(server)).trim() } }
            : (laterObjects[kind] ?? validObject(apiVersion, kind));
      const { metadata, ...rest } = body as { metadata?: object };
      const object = { apiVersion, kind, metadata: { name: 'sample', ...metadata }, ...rest };
      const { status, text, body: made } = await server.client.post(collectionOf(resource), object);
      expect([201, 409], `${fullName(resource)}: ${text}`).toContain(status);
      names.set(`${resource.name} ${kind}`, made.metadata?.name ?? object.metadata.name);
    }
    const listed = all.filter(({ verbs }) => verbs.includes('list'));
    for (const resource of listed) {
      const { kind, name: type, path: place, namespaced } = resource;
      const name = names.get(`${type} ${kind}`);
      if (name === undefined) expect(own).toContain(kind);
      const { body } = await server.client.get(`${place}/${type}`, { headers: { accept: asTable } });
      for (const wide of [false, true]) {
        const columns = body.columnDefinitions.filter(({ priority }: any) => wide || priority === 0);
        const titles = [
          ...(namespaced ? ['NAMESPACE'] : []),
          ...columns.map((each: any) => each.name.toUpperCase()),
        ];
        const words = ['get', fullName(resource), '--all-namespaces', ...(wide ? ['-o', 'wide'] : [])];
        const [header = '', ...rows] = (await kubectl(...words)).trimEnd().split('\n');
        expect(header.trim().split(/ {2,}/), fullName(resource)).toEqual(titles);
        expect(rows.length, fullName(resource)).toBeGreaterThan(0);
        if (name !== undefined && columns[0].name === 'Name') {
          const first = rows.map((row) => row.split(/ +/)[namespaced ? 1 : 0]);
          expect(first, fullName(resource)).toContain(name);
        }
      }
    }
    expect(listed.length).toBeGreaterThanOrEqual(atLeast - 8);
  });
});

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** A certificate of an authority: that of the server. */
async function authority({ client }: TestServer): Promise<string> {
  const path = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
  const { data } = (await client.get(path)).body;
  return data['client-ca-file'] ?? data['requestheader-client-ca-file'];
}
