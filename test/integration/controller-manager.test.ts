import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const program = new URL('../../dist/commands/controller-manager.js', import.meta.url).pathname;
const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager';
const quick = [
  '--leader-elect-lease-duration=3s',
  '--leader-elect-renew-deadline=2s',
  '--leader-elect-retry-period=300ms',
];

let server: TestServer;
const children: ChildProcess[] = [];
beforeAll(async () => {
  server = await TestServer.start();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});
afterAll(() => server.remove());

const flags = (...more: string[]): string[] => [
  program,
  `--kubeconfig=${server.kubeconfig}`,
  ...['--dialect=kubernetes', '--secure-port=0', '--bind-address=127.0.0.1'],
  `--root-ca-file=${join(server.directory, 'ca.crt')}`,
  `--service-account-private-key-file=${join(server.directory, 'sa.key')}`,
  ...more,
];

function start(...more: string[]): { child: ChildProcess; log: () => string } {
  const child = spawn(process.execPath, flags(...more), { stdio: ['ignore', 'inherit', 'pipe'] });
  children.push(child);
  let text = '';
  child.stderr!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, log: () => text };
}

const holder = async (): Promise<string> => (await server.client.get(lease)).body.spec?.holderIdentity ?? '';

async function makeNamespace(name: string): Promise<void> {
  await server.client.post('/api/v1/namespaces', { metadata: { name } });
}

const published = (namespace: string): Promise<void> =>
  until(async () => {
    const path = `/api/v1/namespaces/${namespace}/configmaps/kube-root-ca.crt`;
    return (await server.client.get(path)).status === 200;
  });

describe('a start that cannot be', () => {
  it.each<[string, string]>([
    ['--controllers=nope', '--controllers: "nope" is not in the list of known controllers'],
    ['--leader-elect-renew-deadline=20s', 'leaseDuration must be greater than renewDeadline'],
    ['--leader-elect-resource-lock=endpoints', 'endpoints is not supported, only leases'],
    ['--dialect=x', '--dialect: x must be one of orch, kubernetes'],
    ['--kubeconfig=/nope', 'stat /nope: no such file or directory'],
    ['--kube-api-qps=0', '--kube-api-qps: must be a number above 0'],
    ['--tls-cert-file=/nope', '--tls-cert-file: goes together with --tls-private-key-file.'],
    ['--nope', 'unknown flag: --nope'],
  ])('%s ends with one line', async (flag, text) => {
    const more = flag.startsWith('--tls') ? ['--secure-port=10257', flag] : [flag];
    const failed = await run(process.execPath, flags(...more)).catch((error) => error);
    expect([failed.code, failed.stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(failed.stderr).toMatch(/^(?:Error: |E.* controller-manager\] "command failed" err=)/);
    expect(failed.stderr.replaceAll('\\"', '"')).toContain(text);
  });
});

it('all controllers work, each as its own service account', async () => {
  const { child, log } = start(...quick, '--use-service-account-credentials', '--secure-port=0');
  await published('default');
  await makeNamespace('shop');
  await published('shop');
  await until(async () => {
    const { body } = await server.client.get('/api/v1/namespaces/shop/serviceaccounts/default');
    return body.secrets?.length === 1;
  });
  const owner = (
    await server.client.post('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'owner' } })
  ).body;
  const { name, uid } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
  await server.client.post('/api/v1/namespaces/shop/configmaps', {
    metadata: { name: 'dependent', ownerReferences },
  });
  await server.client.delete('/api/v1/namespaces/shop/configmaps/owner');
  const dependent = '/api/v1/namespaces/shop/configmaps/dependent';
  await until(async () => (await server.client.get(dependent)).status === 404);
  await server.client.delete('/api/v1/namespaces/shop');
  await until(async () => (await server.client.get('/api/v1/namespaces/shop')).status === 404);
  const accounts = (await server.client.get('/api/v1/namespaces/kube-system/serviceaccounts')).body.items;
  const names = accounts.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  expect(names).toEqual(
    expect.arrayContaining(['generic-garbage-collector', 'root-ca-cert-publisher', 'namespace-controller']),
  );
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect([code, await holder()]).toEqual([0, '']);
  expect(log()).toContain('stopped leading');
}, 60_000);

// For each namespace it asks some hundred times: at the rate of others, this would take more than a minute.
it('namespaces are emptied faster than the limit of requests lets other controllers work', async () => {
  start('--controllers=namespace', '--kube-api-qps=1', '--kube-api-burst=2', ...quick);
  await until(async () => (await holder()) !== '');
  await makeNamespace('emptied');
  const begun = Date.now();
  await server.client.delete('/api/v1/namespaces/emptied');
  await until(async () => (await server.client.get('/api/v1/namespaces/emptied')).status === 404, 55);
  expect(Date.now() - begun).toBeLessThan(40_000);
}, 60_000);

describe('of two managers', () => {
  const only = ['--controllers=root-ca-cert-publisher', ...quick];

  it('the other one works when the leader is killed', async () => {
    const first = start(...only);
    await until(async () => (await holder()) !== '');
    start(...only);
    const before = await holder();
    first.child.kill('SIGKILL');
    await makeNamespace('killed');
    await published('killed');
    expect(await holder()).not.toBe(before);
  });

  it('one that was stopped and goes on writes nothing, and ends', async () => {
    const first = start(...only);
    await until(async () => first.log().includes('became leader'));
    const before = await holder();
    const second = start(...only);
    first.child.kill('SIGSTOP');
    await until(() => second.log().includes('became leader'));
    await makeNamespace('stopped');
    await published('stopped');
    const ended = once(first.child, 'exit');
    first.child.kill('SIGCONT');
    expect((await ended)[0]).toBe(255);
    expect(first.log()).toContain('leaderelection lost');
    expect(await holder()).not.toBe(before);
  });
});
