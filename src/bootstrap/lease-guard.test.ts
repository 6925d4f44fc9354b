import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { definitionsOf } from '../../test/support/unit/definitions.ts';
import { StorageKeys } from '../storage/keys.ts';
import { openEmbedded } from '../storage/kv/embedded/open.ts';
import type { Kv } from '../storage/kv.ts';
import { StorageFormat } from '../storage/storage-format.ts';
import { LeaseGuard } from './lease-guard.ts';
import { LeaseReconciler } from './lease-reconciler.ts';

const { kinds } = definitionsOf();
const endpoints = kinds.find(({ kind, version }) => kind === 'Endpoints' && version === 'v1')!;

let directory: string;
let kv: Kv;
let lead: LeaseReconciler;
let guard: LeaseGuard;
const leases = (): LeaseReconciler =>
  new LeaseReconciler({
    kv,
    endpoints,
    address: '10.0.0.1',
    keys: new StorageKeys('/registry'),
    format: new StorageFormat(false),
  });
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lease-guard-'));
  kv = await openEmbedded({ directory });
  lead = leases();
  await lead.renew();
  guard = new LeaseGuard(leases(), () => {});
});
afterEach(async () => {
  await kv.close();
  rmSync(directory, { recursive: true });
});

const looks = async (count: number): Promise<void> => {
  for (let look = 0; look < count; look++) await guard.look();
};

it('leaves alone what stands', async () => {
  await looks(3);
  expect(await lead.holder()).toBe('own');
});

it('takes the place when it is empty twice', async () => {
  await lead.release();
  await looks(1);
  expect(await lead.holder()).toBeUndefined();
  await looks(1);
  expect(await lead.holder()).toBe('other');
});

it('steps back when the worker with the duty goes on', async () => {
  await lead.release();
  await looks(2);
  await lead.renew();
  await looks(3);
  expect(await lead.holder()).toBe('own');
});

it.each([
  [true, ['10.0.0.1']],
  [false, []],
])(
  'when it ends and the replica stays announced (%s), addresses are %j',
  async (staysAnnounced, addresses) => {
    await lead.release();
    await looks(2);
    await guard.close({ staysAnnounced });
    expect(await lead.live()).toEqual(addresses);
  },
);

it('when it ends as one that stood by, it removes nothing', async () => {
  await looks(2);
  await guard.close({ staysAnnounced: false });
  expect(await lead.holder()).toBe('own');
});
