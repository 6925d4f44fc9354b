import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { define, definition, tab, tabs } from '../support/custom-resources.ts';
import {
  aescbc,
  aesgcm,
  configuration,
  EncryptedStore,
  identity,
  secret,
  secretbox,
  secrets,
} from '../support/encryption.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const follow = '--encryption-provider-config-automatic-reload';
/** As it is in a Secret, in base64. */
const text = 'a text that is to be seen nowhere';
const encoded = Buffer.from(text).toString('base64');

const textOf = ({ data }: any): string => Buffer.from(data.text, 'base64').toString();

/** Reads an object and writes it as it is. */
async function rewrite({ client }: TestServer, path: string): Promise<void> {
  const { body } = await client.get(path);
  expect(await client.put(path, body)).toMatchObject({ status: 200 });
}

describe.each(['embedded', 'etcd'] as const)('with encryption, the %s store', (kind) => {
  let store: EncryptedStore;
  beforeEach(async () => {
    store = await EncryptedStore.make(kind);
  });
  afterEach(() => store.remove());

  it.each([
    ['aescbc', aescbc('1')],
    ['aesgcm', aesgcm('1')],
    ['secretbox', secretbox('1')],
  ])(
    'shows no plain text under %s, nor do log and metrics, and a new server reads it',
    async (name, provider) => {
      store.configure(configuration(['secrets'], provider));
      const { client } = await store.start('--v=10');
      expect(await client.post(secrets, secret('a', text))).toMatchObject({ status: 201 });
      expect(await client.post(configMaps, configMap('plain', { a: 'in plain sight' }))).toMatchObject({
        status: 201,
      });
      const metrics = (await client.get('/metrics')).text;
      const prefix = `transformer_prefix="k8s:enc:${name}:v1:"`;
      expect(metrics).toMatch(
        new RegExp(
          `transformation_operations_total\\{transformation_type="to_storage",${prefix},status="OK"\\}`,
        ),
      );
      expect(metrics).not.toContain(encoded);
      expect(await store.provider('a')).toBe(`k8s:enc:${name}:v1:key1`);
      expect(await store.holds(encoded)).toBe(false);
      expect(await store.holds('in plain sight')).toBe(true);
      const again = await store.start('--v=10');
      expect(textOf((await again.client.get(`${secrets}/a`)).body)).toBe(text);
      expect((await again.client.get(secrets)).body.items.map(textOf)).toContain(text);
      await store.stop();
      expect(store.output).not.toContain(encoded);
      expect(store.output).not.toContain(text);
    },
  );

  it('changes its keys without a gap: the new one second, then first, rewritten, the old one away', async () => {
    store.configure(configuration(['secrets'], identity));
    await (await store.start()).client.post(secrets, secret('a', text));
    expect(await store.provider('a')).toBe('none');
    // What the providers write, and whether an object of the step before is stale to them.
    const steps: [object[], string, boolean][] = [
      [[identity, aescbc('1')], 'none', false],
      [[aescbc('1'), identity], 'k8s:enc:aescbc:v1:key1', true],
      [[aescbc('1', '2')], 'k8s:enc:aescbc:v1:key1', false],
      [[aescbc('2', '1')], 'k8s:enc:aescbc:v1:key2', true],
      [[aescbc('2')], 'k8s:enc:aescbc:v1:key2', false],
      [[secretbox('1'), aescbc('2')], 'k8s:enc:secretbox:v1:key1', true],
      [[identity, secretbox('1')], 'none', true],
    ];
    for (const [providers, written, isStale] of steps) {
      store.configure(configuration(['secrets'], ...providers));
      const server = await store.start();
      expect(textOf((await server.client.get(`${secrets}/a`)).body)).toBe(text);
      const before = await revisionOf(server);
      await rewrite(server, `${secrets}/a`);
      const rewritten = await revisionOf(server);
      await rewrite(server, `${secrets}/a`);
      expect(await revisionOf(server)).toBe(rewritten);
      expect(await store.provider('a')).toBe(written);
      expect(rewritten !== before).toBe(isStale);
    }
  }, 180_000);

  it('custom resources are encrypted in the store', async () => {
    store.configure(configuration(['tabs.g.example'], aesgcm('1')));
    const server = await store.start();
    await define(server, definition());
    expect(await server.client.post(tabs, tab('a', { spec: { text } }))).toMatchObject({ status: 201 });
    expect((await store.item('/tabs/default/a')).value.toString('latin1')).toMatch(
      /^k8s:enc:aesgcm:v1:key1:/,
    );
    expect(await store.holds(text)).toBe(false);
    const again = await store.start();
    await until(async () => (await again.client.get(`${tabs}/a`)).body?.spec?.text === text);
  });

  it('refuses the objects that no key fits, and lists of them, serves all others, and these as well once it has the key', async () => {
    store.configure(configuration(['secrets'], aesgcm('1')));
    await (await store.start()).client.post(secrets, secret('old', text));
    store.configure(configuration(['secrets'], aescbc('2')));
    const { client } = await store.start(follow);
    expect(await client.post(secrets, secret('new', text))).toMatchObject({ status: 201 });
    const refused = {
      status: 500,
      body: {
        reason: 'InternalError',
        message: expect.stringMatching(
          /secrets "old" cannot be read: "\/.*default\/old": no matching prefix found/,
        ),
      },
    };
    expect(await client.get(secrets)).toMatchObject(refused);
    expect(await client.get(`${secrets}?fieldSelector=metadata.name%3Dnew`)).toMatchObject({ status: 200 });
    expect(await client.get(`${secrets}/old`)).toMatchObject(refused);
    expect(await client.put(`${secrets}/old`, secret('old', 'x'))).toMatchObject(refused);
    expect(await client.delete(`${secrets}/old`)).toMatchObject(refused);
    expect((await client.get('/metrics')).text).toMatch(
      /apiserver_storage_decode_errors_total\{resource="secrets"\} 1/,
    );
    expect(store.server!.output).toMatch(/secrets default\/old cannot be read.*no matching prefix found/);
    store.configure(configuration(['secrets'], aescbc('2'), aesgcm('1')));
    await until(async () => (await client.get(`${secrets}/old`)).status === 200);
    expect((await client.get(secrets)).body.items.map(textOf)).toEqual([text, text]);
    expect(await store.provider('old')).toBe('k8s:enc:aesgcm:v1:key1');
  });

  it('follows its file: what cannot be used leaves things as they are, another key makes objects stale', async () => {
    store.configure(configuration(['secrets'], aesgcm('1')));
    const server = await store.start(follow);
    const { client } = server;
    await client.post(secrets, secret('a', text));
    store.configure('resources: [');
    await until(() => server.output.includes('the encryption configuration stays as it is'));
    expect((await client.get('/metrics')).text).toMatch(/automatic_reload_failures_total [1-9]/);
    expect(await client.post(secrets, secret('b', text))).toMatchObject({ status: 201 });
    await rewrite(server, `${secrets}/a`);
    const before = await revisionOf(server);
    store.configure(configuration(['secrets'], secretbox('1'), aesgcm('1')));
    await until(() => server.output.includes('the encryption configuration has changed'));
    expect((await client.get('/metrics')).text).toMatch(/automatic_reload_success_total 1/);
    await rewrite(server, `${secrets}/a`);
    expect(Number(await revisionOf(server))).toBeGreaterThan(Number(before));
    expect(await store.provider('a')).toBe('k8s:enc:secretbox:v1:key1');
    expect(await store.provider('b')).toBe('k8s:enc:aesgcm:v1:key1');
  });

  it('says what it cannot read when it is started without its configuration', async () => {
    store.configure(configuration(['secrets'], aesgcm('1')));
    await (await store.start()).client.post(secrets, secret('a', text));
    store.configure(configuration(['pods'], aesgcm('1')));
    const { client } = await store.start();
    const message =
      'Internal error occurred: secrets "a" cannot be read: "/registry/secrets/default/a": ' +
      'identity transformer tried to read encrypted data';
    for (const path of [`${secrets}/a`, secrets])
      expect(await client.get(path), path).toMatchObject({ status: 500, body: { message } });
  });
});

async function revisionOf({ client }: TestServer): Promise<string> {
  return (await client.get(`${secrets}/a`)).body.metadata.resourceVersion;
}

describe('a configuration file that cannot be used', () => {
  let store: EncryptedStore;
  beforeEach(async () => {
    store = await EncryptedStore.make('embedded');
  });
  afterEach(() => store.remove());

  it.each<[string, object | string, string]>([
    ['is empty', '', 'not an object'],
    ['is no YAML', '{', 'not valid YAML or JSON'],
    [
      'has no resources',
      { ...configuration([], identity), resources: [] },
      'resources: Required value: at least one resources is required',
    ],
    [
      'has a key that is too short',
      configuration(['secrets'], { aescbc: { keys: [{ name: 'a', secret: 'YWJj' }] } }),
      'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: \\"REDACTED\\": secret is not of the expected length, got 3, expected one of [16 24 32]',
    ],
  ])('that %s: the server does not start, with one line that says so', async (_, content, message) => {
    store.configure(content);
    const failure = await store.start().then(
      () => 'it has started',
      (error: Error) => error.message,
    );
    expect(failure).toContain('error while parsing encryption provider configuration file');
    expect(failure.replaceAll('\\"', '"')).toContain(message.replaceAll('\\"', '"'));
    expect(failure.split('\n').filter((line) => line.includes('encryption provider')).length).toBe(1);
    expect(failure).not.toContain('    at ');
  });

  it('that is not there: neither', async () => {
    await expect(store.start()).rejects.toThrow(/error opening encryption provider configuration file/);
  });

  it('without the file there is nothing to follow', async () => {
    await expect(TestServer.start({ flags: [follow] })).rejects.toThrow(
      /automatic-reload must be set with --encryption-provider-config/,
    );
  });
});
