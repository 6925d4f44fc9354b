import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderConfiguration } from '../../src/storage/encryption/config/configuration.ts';
import { EncryptingKv } from '../../src/storage/encryption/encrypting-kv.ts';
import { Encryption } from '../../src/storage/encryption/encryption.ts';
import { createKmsTransformer } from '../../src/storage/encryption/kms/create-kms-transformer.ts';
import { ProviderSet } from '../../src/storage/encryption/provider-set.ts';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { monotonicClock } from '../../src/util/clock.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { KmsPlugin } from '../support/kms-plugin.ts';
import { unobserved } from '../support/unit/unobserved-encryption.ts';
import { kvContract } from './kv-contract.ts';

const prefix = 'k8s:enc:';
const key = { name: 'key1', secret: Buffer.alloc(32, 7).toString('base64') };

/** Everything in a store is of one resource, encrypted by one provider. */
async function encrypted(
  kv: Kv,
  provider: ProviderConfiguration,
): Promise<{ kv: Kv; close(): Promise<void> }> {
  const kms = createKmsTransformer({
    observer: unobserved,
    clock: monotonicClock,
    writesAuthenticated: false,
    writesSeeds: true,
    report: () => {},
  });
  const providers = await ProviderSet.create(
    { resources: [{ resources: ['secrets'], providers: [provider] }] },
    { encryptedPrefix: prefix, observer: unobserved, kms },
  );
  const close = async (): Promise<void> => {
    await kv.close();
    providers[Symbol.dispose]();
  };
  return { kv: new EncryptingKv(kv, new Encryption(providers.chainOf, false), () => 'secrets'), close };
}

const directory = mkdtempSync(join(tmpdir(), 'kv-encrypted-'));
const plugin = new KmsPlugin(join(directory, 'kms.sock'));
const kmsOf = (apiVersion: string): ProviderConfiguration => ({
  kms: { apiVersion, name: 'vault', cachesize: 4000, endpoint: plugin.endpoint, timeout: 3000 },
});
let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  await plugin.start();
});
afterAll(async () => {
  await etcd?.stop();
  await plugin.stop();
  rmSync(directory, { recursive: true, force: true });
});

let opened = 0;
const embedded = (): Promise<Kv> => openEmbedded({ directory: join(directory, String(++opened)) });

kvContract('the embedded store under AES-GCM', async () =>
  encrypted(await embedded(), { aesgcm: { keys: [key] } }),
);
kvContract('etcd under secretbox', async () =>
  encrypted(await openEtcd({ endpoints: etcd.endpoints }), { secretbox: { keys: [key] } }),
);
// Most data keys are kept: the plugin of the test would need its time for thousands of calls.
kvContract('the embedded store under a KMS of version v1', async () =>
  encrypted(await embedded(), kmsOf('v1')),
);
kvContract('the embedded store under a KMS of version v2', async () =>
  encrypted(await embedded(), kmsOf('v2')),
);

test.each<[string, ProviderConfiguration]>([
  ['aescbc:v1:key1', { aescbc: { keys: [key] } }],
  ['aesgcm:v1:key1', { aesgcm: { keys: [key] } }],
  ['secretbox:v1:key1', { secretbox: { keys: [key] } }],
  ['kms:v1:vault', kmsOf('v1')],
  ['kms:v2:vault', kmsOf('v2')],
])(
  'what lies in the store under %s begins with its name and shows nothing of the value',
  async (name, provider) => {
    const raw = await embedded();
    const { kv, close } = await encrypted(raw, provider);
    await kv.create('/registry/secrets/a', Buffer.from('the-plain-text'));
    const { item } = await raw.get('/registry/secrets/a');
    expect(item!.value.toString('latin1')).toMatch(new RegExp(`^${prefix}${name}:`));
    expect(item!.value.includes('the-plain-text')).toBe(false);
    expect((await kv.get('/registry/secrets/a')).item!.value.toString()).toBe('the-plain-text');
    await close();
  },
);
