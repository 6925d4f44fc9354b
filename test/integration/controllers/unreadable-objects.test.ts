import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEtcd } from '../../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../../src/storage/kv.ts';
import { definition, definitionsPath } from '../../support/custom-resources.ts';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';
import { UnreadableOwners } from '../../support/unreadable-owners.ts';

let etcd: Etcd;
let kv: Kv;
let server: TestServer;
let owners: UnreadableOwners;

const flags = (): string[] => [
  `--etcd-servers=${etcd.endpoints[0]}`,
  '--controllers=*',
  '--allow-unsafe-malformed-object-deletion',
];

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  server = await TestServer.start({ flags: flags() });
  kv = await openEtcd({ endpoints: etcd.endpoints, tls: {} });
  owners = new UnreadableOwners(kv, () => server);
});
afterAll(async () => {
  await kv?.close();
  await server?.remove();
  await etcd?.stop();
});

async function restart(): Promise<void> {
  await server.stop();
  server = await TestServer.start({ directory: server.directory, flags: flags() });
}

it('dependents of an owner that cannot be read stay, also after a restart, and go when it is really deleted', async () => {
  await owners.namespace('owned');
  for (const name of ['spoilt', 'deleted']) await owners.owned('owned', name);
  const key = '/registry/configmaps/owned/spoilt';
  await owners.spoil(key);
  await owners.touchDependent('owned', 'spoilt');
  await owners.collects('owned', 'deleted');
  expect(await owners.hasDependent('owned', 'spoilt')).toBe(true);
  await restart();
  await owners.touchDependent('owned', 'spoilt');
  await expect.poll(() => server.output).toContain('the objects of configmaps are not known yet');
  expect(await owners.hasDependent('owned', 'spoilt')).toBe(true);
  await owners.mend(key);
  await owners.collects('owned', 'spoilt');
});

it('a namespace with a Secret that cannot be read stays, says why, and goes when that is removed', () =>
  owners.expectNamespaceToWait('held'));

it('a namespace stays while a definition cannot be read after a restart, and goes with its instances when it can', () =>
  owners.expectNamespaceToWaitForDefinition('kinds', restart));

it('an account whose token Secret cannot be read gets no second one', async () => {
  await owners.namespace('robots');
  const prefix = '/registry/secrets/robots/';
  await expect.poll(() => owners.keys(prefix)).toHaveLength(1);
  const [key] = await owners.keys(prefix);
  await owners.spoil(key!);
  await restart();
  await expect
    .poll(() => server.output)
    .toContain('serviceaccount-token: waits for objects that are not known: secrets');
  await owners.namespace('others');
  expect(await owners.keys(prefix)).toEqual([key]);
  await owners.mend(key!);
  await expect.poll(() => owners.keys('/registry/secrets/others/')).toHaveLength(1);
  expect(await owners.keys(prefix)).toEqual([key]);
});

it('a definition waits for an instance whose version was taken out of it, which is served again when it is back', async () => {
  const { client } = server;
  const versions = (...names: string[]): any[] => names.map((name, at) => ({ name, storage: at === 0 }));
  const made = await client.post(definitionsPath, definition({ versions: versions('v1', 'v2') }));
  const path = `${definitionsPath}/${made.body.metadata.name}`;
  const tabs = '/apis/g.example/v2/namespaces/default/tabs';
  const tab = { apiVersion: 'g.example/v2', kind: 'Tab', metadata: { name: 'left' } };
  await expect.poll(async () => (await client.post(tabs, tab)).status).toBe(201);
  const watch = await client.watch(`${tabs}?watch=1`);
  await watch.until(1);

  const only = async (...names: string[]): Promise<void> => {
    await client.send('PATCH', `${path}/status`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { status: { storedVersions: ['v2'] } },
    });
    expect(
      await client.merge(path, {
        spec: { versions: definition({ versions: versions(...names) }).spec.versions },
      }),
    ).toMatchObject({ status: 200 });
  };
  await only('v2', 'v1');
  await only('v2');
  await expect.poll(async () => (await client.get(tabs)).status).toBe(500);
  expect(watch.events.map(({ type }) => type)).not.toContain('DELETED');
  expect((await client.get(`${tabs}/left`)).body.message).toContain('/registry/g.example/tabs/default/left');
  await only('v2', 'v1');
  await expect.poll(async () => (await client.get(`${tabs}/left`)).status).toBe(200);
  await only('v2');
  await expect.poll(async () => (await client.get(tabs)).status).toBe(500);

  expect((await client.delete(path)).status).toBe(200);
  const terminating = async () =>
    (await client.get(path)).body.status.conditions.find(({ type }: any) => type === 'Terminating');
  await expect.poll(terminating).toMatchObject({
    status: 'True',
    reason: 'InstanceDeletionFailed',
    message: expect.stringContaining('/registry/g.example/tabs/default/left'),
  });
  const { item } = await kv.get('/registry/g.example/tabs/default/left');
  await kv.delete(item!.key, item!.modRevision);
  await expect.poll(async () => (await client.get(path)).status, { timeout: 40_000 }).toBe(404);
});
