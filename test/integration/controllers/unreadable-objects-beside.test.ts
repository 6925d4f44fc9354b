import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';
import { UnreadableOwners } from '../../support/unreadable-owners.ts';

const program = process.env['KUBE_CONTROLLER_MANAGER'] ?? '';
const isThere = existsSync(program);
const missing = isThere ? '' : ' (skipped: KUBE_CONTROLLER_MANAGER names no program)';

/** Reads what this server serves by informers of its own, and asks for a list again when a watch ends with an error. */
describe.skipIf(!isThere)(`the controller manager of kubernetes beside what cannot be read${missing}`, () => {
  let etcd: Etcd;
  let kv: Kv;
  let server: TestServer;
  let manager: ChildProcess;
  let output = '';
  let owners: UnreadableOwners;

  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    server = await TestServer.start({ flags: flags() });
    kv = await openEtcd({ endpoints: etcd.endpoints, tls: {} });
    owners = new UnreadableOwners(kv, () => server);
    manager = start();
  });
  afterAll(async () => {
    await stop();
    await kv?.close();
    await server?.remove();
    await etcd?.stop();
  });

  const flags = (): string[] => [
    `--etcd-servers=${etcd.endpoints[0]}`,
    ...['--emulated-version=1.20', '--allow-unsafe-malformed-object-deletion'],
    '--disable-admission-plugins=ServiceAccount',
  ];

  async function stop(): Promise<void> {
    if (manager === undefined) return;
    manager.kill();
    await once(manager, 'exit');
  }

  async function restart(): Promise<void> {
    await stop();
    await server.stop();
    server = await TestServer.start({ directory: server.directory, flags: flags() });
    manager = start();
  }

  function start(): ChildProcess {
    const kubeconfig = join(server.directory, 'manager.json');
    const cluster = { server: `https://127.0.0.1:${server.port}`, 'insecure-skip-tls-verify': true };
    writeFileSync(
      kubeconfig,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'c',
        clusters: [{ name: 'c', cluster }],
        users: [{ name: 'c', user: { token: 'admin-token' } }],
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
      }),
    );
    const settings = [
      '--leader-elect=false',
      '--port=0',
      '--secure-port=0',
      '--use-service-account-credentials=false',
    ];
    const controllers = '--controllers=namespace,garbagecollector';
    const child = spawn(program, [`--kubeconfig=${kubeconfig}`, controllers, ...settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
    return child;
  }

  it('deletes no dependents of an owner that cannot be read, and works on when it can be', async () => {
    await owners.namespace('owned');
    for (const name of ['first', 'spoilt']) await owners.owned('owned', name);
    await owners.collects('owned', 'first');
    const key = '/registry/configmaps/owned/spoilt';
    await owners.spoil(key);
    await expect
      .poll(() => output, { timeout: 40_000 })
      .toMatch(/configmaps.*cannot be read|failed to read one or more configmaps/);
    await owners.touchDependent('owned', 'spoilt');
    // Another dependent of it comes: its owner is looked for in the server, as the graph may not have it.
    await expect.poll(() => owners.hasDependent('owned', 'spoilt')).toBe(true);
    await owners.mend(key);
    await owners.owned('owned', 'last');
    await owners.collects('owned', 'last');
    expect(await owners.hasDependent('owned', 'spoilt')).toBe(true);
    await owners.collects('owned', 'spoilt');
  }, 180_000);

  it(
    'keeps a namespace with a Secret that cannot be read',
    () => owners.expectNamespaceToWait('held'),
    180_000,
  );

  it(
    'keeps a namespace while a definition cannot be read after a restart',
    () => owners.expectNamespaceToWaitForDefinition('kinds', restart),
    180_000,
  );
});
