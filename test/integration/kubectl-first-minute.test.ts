/** `make run`, and then kubectl: what only works where controllers do. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Callers } from '../support/callers.ts';
import { kubectls } from '../support/kubectls.ts';
import { TestServer } from '../support/server.ts';
import { openssl } from '../support/unit/signing-authorities.ts';
import { until } from '../support/until.ts';

/** Machines are slow at times. */
const soon = { timeout: 30_000 };

const run = promisify(execFile);
const makefile = readFileSync(new URL('../../Makefile', import.meta.url), 'utf8');
/** Of `make run`, without what every test server has. */
const flags = /apiserver\.js (.*) \$\(FLAGS\)/
  .exec(makefile)![1]!
  .split(' ')
  .map((flag) => flag.replaceAll("'", ''))
  .filter((flag) => !flag.startsWith('--bind-address'));

describe.each(kubectls())('$title', ({ path, title }) => {
  const name = title.replaceAll(/[^a-z0-9]/g, '');
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: [...flags, '--authorization-mode=RBAC'] });
  });
  afterAll(() => server.remove());

  async function kubectl(...words: string[]): Promise<string> {
    const all = ['--kubeconfig', server.kubeconfig, ...words];
    return (await run(path!, all, { env: { HOME: server.directory } })).stdout;
  }
  /** As somebody else than the admin: without the credentials of its configuration. */
  async function as(credentials: string[], ...words: string[]): Promise<string> {
    const place = [`--server=https://127.0.0.1:${server.port}`, '--kubeconfig=/dev/null'];
    const authority = `--certificate-authority=${join(server.directory, 'ca.crt')}`;
    const all = [...place, authority, ...credentials, ...words];
    return (await run(path!, all, { env: { HOME: server.directory } })).stdout;
  }
  const complaint = (asked: Promise<string>): Promise<string> =>
    asked.then(
      (text) => `accepted: ${text}`,
      ({ stderr }) => stderr,
    );
  const file = (called: string, content: object): string => {
    const at = join(server.directory, called);
    writeFileSync(at, JSON.stringify(content));
    return at;
  };
  const whoIs = (who: Parameters<Callers['whoIs']>[0]) => new Callers(server, 'k8s.io').whoIs(who);

  it.skipIf(path === undefined)('deletes a namespace, with what is in it', async () => {
    await kubectl('create', 'namespace', 'shop');
    await until(async () => (await kubectl('-n', 'shop', 'get', 'serviceaccounts', '-o', 'name')) !== '');
    await kubectl('-n', 'shop', 'create', 'configmap', 'settings', '--from-literal=a=b');
    await kubectl('-n', 'shop', 'create', 'quota', 'quota', '--hard=pods=1');
    expect(await kubectl('delete', 'namespace', 'shop')).toBe('namespace "shop" deleted\n');
    expect(await complaint(kubectl('get', 'namespace', 'shop'))).toContain('namespaces "shop" not found');
    await kubectl('create', 'namespace', 'shop');
    expect(await kubectl('-n', 'shop', 'get', 'quota', '-o', 'name')).toBe('');
  });

  const without = title.includes('1.20') ? ' (skipped: kubectl 1.20 has no such command)' : '';
  it.skipIf(path === undefined || without !== '')(
    `creates a token that authenticates${without}`,
    async () => {
      await kubectl('create', 'serviceaccount', 'worker');
      const token = (await kubectl('create', 'token', 'worker', '--duration=15m')).trim();
      expect(await whoIs({ token })).toMatchObject({ username: 'system:serviceaccount:default:worker' });
      expect(await complaint(as([`--token=${token}`], 'get', 'secrets'))).toContain(
        'User "system:serviceaccount:default:worker" cannot list resource "secrets"',
      );
    },
  );

  it.skipIf(path === undefined)('approves a certificate that then authenticates', async () => {
    const [key, request, certificate] = ['key', 'csr', 'crt'].map((end) =>
      join(server.directory, `jane.${end}`),
    );
    const subject = ['-subj', '/O=developers/CN=jane'];
    openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key!, '-out', request!);
    const object = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'jane' },
      spec: {
        request: readFileSync(request!).toString('base64'),
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
      },
    };
    await kubectl('apply', '-f', file('jane.json', object));
    expect(await kubectl('get', 'csr', 'jane', '--no-headers')).toMatch(/Pending\s*$/);
    await kubectl('certificate', 'approve', 'jane');
    const issued = () => kubectl('get', 'csr', 'jane', '-o', 'jsonpath={.status.certificate}');
    await until(async () => (await issued()) !== '');
    expect(await kubectl('get', 'csr', 'jane', '--no-headers')).toMatch(/Approved,Issued\s*$/);
    writeFileSync(certificate!, Buffer.from(await issued(), 'base64'));
    const shown = [`--client-certificate=${certificate}`, `--client-key=${key}`];
    await kubectl('create', 'clusterrolebinding', 'developers', '--clusterrole=view', '--group=developers');
    expect(await as(shown, 'get', 'namespaces', 'default', '-o', 'name')).toBe('namespace/default\n');
    expect(await complaint(as(shown, 'get', 'secrets'))).toContain(
      'User "jane" cannot list resource "secrets"',
    );
  });

  it.skipIf(path === undefined)('creates a bootstrap token that authenticates, and expires', async () => {
    const [id, secret] = ['abcdef', '0123456789abcdef'];
    const expiration = new Date(Date.now() + 8_000).toISOString();
    const values = {
      'token-id': id,
      'token-secret': secret,
      expiration,
      'usage-bootstrap-authentication': 'true',
    };
    const literals = Object.entries(values).map(([at, value]) => `--from-literal=${at}=${value}`);
    const system = ['-n', 'kube-system'];
    const type = '--type=bootstrap.kubernetes.io/token';
    await kubectl(...system, 'create', 'secret', 'generic', `bootstrap-token-${id}`, type, ...literals);
    const token = `${id}.${secret}`;
    await expect
      .poll(() => whoIs({ token }), soon)
      .toMatchObject({
        username: `system:bootstrap:${id}`,
        groups: ['system:bootstrappers', 'system:authenticated'],
      });
    const asked = () => complaint(as([`--token=${token}`], 'get', 'secrets'));
    expect(await asked()).toContain(`User "system:bootstrap:${id}" cannot list resource "secrets"`);
    await expect.poll(asked, soon).toContain('You must be logged in to the server');
    const gone = () => complaint(kubectl(...system, 'get', 'secret', `bootstrap-token-${id}`));
    await expect.poll(gone, soon).toContain('not found');
  });

  it.skipIf(path === undefined).each(['background', 'foreground', 'orphan'])(
    'deletes an owner, --cascade=%s',
    async (cascade) => {
      const owner = `${cascade}-${name}`.slice(0, 40);
      await kubectl('create', 'configmap', owner, '--from-literal=a=b');
      const uid = await kubectl('get', 'configmap', owner, '-o', 'jsonpath={.metadata.uid}');
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid, blockOwnerDeletion: true };
      const items = ['one', 'two'].map((each) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `${owner}-${each}`, labels: { of: owner }, ownerReferences: [reference] },
      }));
      await kubectl('apply', '-f', file('owned.json', { apiVersion: 'v1', kind: 'List', items }));
      const left = async (): Promise<string[]> =>
        (await kubectl('get', 'configmaps', '-l', `of=${owner}`, '-o', 'name')).split('\n').filter(Boolean);
      expect(await kubectl('delete', 'configmap', owner, `--cascade=${cascade}`)).toBe(
        `configmap "${owner}" deleted\n`,
      );
      expect(await complaint(kubectl('get', 'configmap', owner))).toContain('not found');
      if (cascade === 'foreground') expect(await left()).toEqual([]);
      if (cascade === 'background') await until(async () => (await left()).length === 0);
      if (cascade !== 'orphan') return;
      expect(await left()).toHaveLength(2);
      const references = [
        'get',
        'configmaps',
        '-l',
        `of=${owner}`,
        '-o',
        'jsonpath={.items[*].metadata.ownerReferences}',
      ];
      expect(await kubectl(...references)).toBe('');
    },
  );
});
