import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, EncryptedStore, identity, kms, secret, secrets } from '../support/encryption.ts';
import { KmsPlugin } from '../support/kms-plugin.ts';
import { configMap, configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const text = 'a text that is to be seen nowhere';
const encoded = Buffer.from(text).toString('base64');
const textOf = ({ data }: any): string => Buffer.from(data.text, 'base64').toString();

/** Names of the checks that fail. */
async function failing({ client }: TestServer, endpoint: string): Promise<string[]> {
  const { text: lines } = await client.get(`/${endpoint}?verbose`);
  return [...lines.matchAll(/^\[-\](\S+)/gm)].map(([, name]) => name!);
}

describe.each(['embedded', 'etcd'] as const)('under a KMS, the %s store', (kind) => {
  let store: EncryptedStore;
  let plugin: KmsPlugin;
  let other: KmsPlugin;
  beforeEach(async () => {
    store = await EncryptedStore.make(kind);
    plugin = await new KmsPlugin(join(store.directory, 'kms.sock')).start();
    other = await new KmsPlugin(`\0kms-${process.pid}-${Math.random()}`).start();
  });
  afterEach(async () => {
    await store.remove();
    await plugin.stop();
    await other.stop();
  });

  it.each(['v1', 'v2'])('keeps Secrets under version %s, and a new server reads them', async (apiVersion) => {
    store.configure(configuration(['secrets'], kms('vault', other.endpoint, { apiVersion }), identity));
    const { client } = await store.start();
    for (const name of ['a', 'b'])
      expect(await client.post(secrets, secret(name, text))).toMatchObject({ status: 201 });
    if (apiVersion === 'v2') expect(other.called('Encrypt')).toBe(1);
    else expect(other.called('Encrypt')).toBeGreaterThanOrEqual(2);
    expect(other.called('Decrypt')).toBe(0);
    expect(await store.provider('a')).toBe(`k8s:enc:kms:${apiVersion}:vault`);
    expect(await store.holds(encoded)).toBe(false);
    const again = await store.start();
    expect((await again.client.get(secrets)).body.items.map(textOf)).toEqual([text, text]);
    // Of version v2, one data key for all that one server has written.
    expect(other.called('Decrypt')).toBe(apiVersion === 'v2' ? 1 : 2);
    await again.client.post(secrets, secret('c', text));
    expect((await again.client.get('/metrics')).text).toMatch(
      /envelope_transformation_cache_misses_total [1-9]/,
    );
  });

  it('of two plugins, the health of the dead one alone fails', async () => {
    store.configure(configuration(['secrets'], kms('one', plugin.endpoint), kms('two', other.endpoint)));
    const server = await store.start();
    const { client } = server;
    expect((await client.get('/healthz/kms-provider-1')).status).toBe(200);
    await other.stop();
    // A good result counts for 20 seconds.
    await until(async () => (await failing(server, 'healthz')).length > 0, 40);
    for (const endpoint of ['healthz', 'livez', 'readyz'])
      expect(await failing(server, endpoint)).toEqual(['kms-provider-1']);
    expect(await client.post(secrets, secret('a', text))).toMatchObject({ status: 201 });
    await other.start();
    await until(async () => (await failing(server, 'healthz')).length === 0);
  }, 120_000);

  it('a plugin that is away takes along what it is for, until it is back', async () => {
    store.configure(configuration(['secrets'], kms('vault', plugin.endpoint, { timeout: '1s' })));
    let { client } = await store.start();
    await client.post(secrets, secret('a', text));
    await store.stop();
    await plugin.stop();
    const server = await store.start();
    ({ client } = server);
    expect(await client.post(configMaps, configMap('b'))).toMatchObject({ status: 201 });
    const message = expect.stringMatching(
      /^Internal error occurred: failed to decrypt DEK, error: rpc error: code = /,
    );
    const refused = { status: 500, body: { reason: 'InternalError', message } };
    expect(await client.get(secrets)).toMatchObject(refused);
    expect(await client.get(`${secrets}/a`)).toMatchObject(refused);
    const written = await client.post(secrets, secret('c', text));
    expect(written).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('failed to encrypt DEK') },
    });
    await plugin.start();
    await until(async () => (await client.get(secrets)).status === 200);
    expect((await client.get(secrets)).body.items.map(textOf)).toEqual([text]);
    const watch = await client.watch(`${secrets}?watch=1`);
    await client.post(secrets, secret('d', text));
    expect((await watch.until(2)).map(({ object }) => object.metadata.name)).toEqual(['a', 'd']);
    watch.close();
  }, 120_000);

  it('another key of the plugin makes objects stale', async () => {
    store.configure(configuration(['secrets'], kms('vault', plugin.endpoint, { apiVersion: 'v2' })));
    await (await store.start()).client.post(secrets, secret('a', text));
    plugin.keyId = '2';
    const { client } = await store.start();
    const { body } = await client.get(`${secrets}/a`);
    const { body: rewritten } = await client.put(`${secrets}/a`, body);
    expect(rewritten.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
    const { body: same } = await client.put(`${secrets}/a`, rewritten);
    expect(same.metadata.resourceVersion).toBe(rewritten.metadata.resourceVersion);
  });
});

describe('two servers on one etcd under a KMS of version v1', () => {
  it('what one writes the other shows, and nothing else waits while its plugin is silent', async () => {
    const store = await EncryptedStore.make('etcd');
    const other = await EncryptedStore.make('embedded');
    const plugin = await new KmsPlugin(join(store.directory, 'kms.sock')).start();
    const theirs = await new KmsPlugin(join(other.directory, 'kms.sock')).start();
    try {
      store.configure(configuration(['secrets'], kms('vault', plugin.endpoint, { timeout: '1s' })));
      other.configure(configuration(['secrets'], kms('vault', theirs.endpoint, { timeout: '1s' })));
      const writing = await store.start();
      const reading = await other.start(`--etcd-servers=${store.etcd!.endpoints[0]}`);
      const watch = await reading.client.watch(`${secrets}?watch=1`);
      await writing.client.post(secrets, secret('a', text));
      expect((await watch.until(1)).map(({ object }) => object.metadata.name)).toEqual(['a']);
      theirs.isSilent = true;
      await writing.client.post(secrets, secret('b', text));
      await writing.client.post(configMaps, configMap('c'));
      await until(async () => (await reading.client.get(`${configMaps}/c`)).status === 200);
      expect(watch.events.length).toBe(1);
      expect((await reading.client.get(secrets)).status).toBe(500);
      theirs.isSilent = false;
      expect((await watch.until(2)).map(({ object }) => object.metadata.name)).toEqual(['a', 'b']);
      expect(watch.ended).toBe(false);
      await until(async () => (await reading.client.get(secrets)).status === 200);
    } finally {
      await other.remove();
      await store.remove();
      await plugin.stop();
      await theirs.stop();
    }
  });
});
