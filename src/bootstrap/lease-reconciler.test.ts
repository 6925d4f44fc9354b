import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { definitionsOf } from '../../test/support/unit/definitions.ts';
import { StorageKeys } from '../storage/keys.ts';
import { openEmbedded } from '../storage/kv/embedded/open.ts';
import type { Kv } from '../storage/kv.ts';
import { readMessage, StorageFormat } from '../storage/storage-format.ts';
import { LeaseReconciler } from './lease-reconciler.ts';

const { kinds } = definitionsOf();
const endpoints = kinds.find(({ kind, version }) => kind === 'Endpoints' && version === 'v1')!;
const keys = new StorageKeys('/registry');
const key = '/registry/masterleases/10.0.0.1';

let directory: string;
let kv: Kv;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'leases-'));
  kv = await openEmbedded({ directory });
});
afterEach(async () => {
  await kv.close();
  rmSync(directory, { recursive: true });
});

const replica = (address: string, isProtobuf = false): LeaseReconciler =>
  new LeaseReconciler({ kv, keys, address, endpoints, format: new StorageFormat(isProtobuf) });

it('a replica is there under its address, as others write theirs', async () => {
  await replica('10.0.0.1').renew();
  expect((await kv.get(key)).item!.value.toString()).toBe(
    '{"kind":"Endpoints","apiVersion":"v1","metadata":{"generation":1,"creationTimestamp":null},' +
      '"subsets":[{"addresses":[{"ip":"10.0.0.1"}]}]}\n',
  );
  await replica('10.0.0.2', true).renew();
  expect(await replica('10.0.0.3').live()).toEqual(['10.0.0.1', '10.0.0.2']);
});

it('a replica that goes knows whether others stay', async () => {
  const [one, other] = [replica('10.0.0.1'), replica('10.0.0.2')];
  await one.renew();
  expect(await one.hasOthers()).toBe(false);
  await other.renew();
  await one.release();
  expect([await one.hasOthers(), await other.hasOthers()]).toEqual([true, false]);
});

it('one that only renews writes nothing', async () => {
  const one = replica('10.0.0.1');
  await one.renew();
  const { revision } = await kv.get(key);
  await one.renew();
  expect((await kv.get(key)).revision).toBe(revision);
});

it.each([
  ['Protobuf', async () => replica('10.0.0.1', true).renew(), 2],
  ['JSON', async () => replica('10.0.0.1').renew(), 2],
  ['nothing that can be read', async () => kv.create(key, Buffer.from('garbage')), 1],
])('what another left in %s is written over, and counted', async (_, leave, generation) => {
  await leave();
  const own = replica('10.0.0.1');
  await own.renew();
  const { value } = (await kv.get(key)).item!;
  expect(readMessage(value, endpoints)).toMatchObject({ metadata: { generation } });
});

it('one whose key was taken away, or whose lease has ended, is there again', async () => {
  const own = replica('10.0.0.1');
  await own.renew();
  const { item } = await kv.get(key);
  await kv.delete(key, item!.modRevision);
  await own.renew();
  expect(await own.live()).toEqual(['10.0.0.1']);
});

it('one that goes says so', async () => {
  const own = replica('10.0.0.1');
  await own.renew();
  await own.release();
  expect(await own.live()).toEqual([]);
});
