import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { foreignValue, kinds } from '../support/foreign-store.ts';
import { TestServer } from '../support/server.ts';

const program = new URL('../../dist/commands/apiserver.js', import.meta.url).pathname;

const checkStore = (...flags: string[]) => run('check-store', '--dialect=kubernetes', ...flags);

function run(...parameters: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...parameters], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout, stderr, status };
}

const crd = {
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

describe('of an etcd that a server uses, check-store', () => {
  let etcd: Etcd;
  let kv: Kv;
  let server: TestServer;
  let flags: string[];

  /** The values that are put there by hand, and their revisions: the server writes others meanwhile. */
  const forms = () => Promise.all(placed.map(async (key) => (await kv.get(key)).item));
  const placed: string[] = [];
  const place = async (key: string, value: Buffer): Promise<void> => {
    await kv.create(key, value);
    placed.push(key);
  };

  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    flags = [`--etcd-servers=${etcd.endpoints[0]}`];
    server = await TestServer.start({ flags });
    kv = await openEtcd({ endpoints: etcd.endpoints });
    const { client } = server;
    await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
    for (const [key, value] of [
      [
        '/registry/example.com/things/default/one',
        '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"one","namespace":"default"}}\n',
      ],
      [
        '/registry/example.com/things/default/old',
        '{"apiVersion":"example.com/v0","kind":"Thing","metadata":{"name":"old","namespace":"default"}}\n',
      ],
      ['/registry/configmaps/default/broken', '{"kind":"ConfigMap"'],
      [
        '/registry/pods/default/later',
        '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"later","namespace":"default"},"spec":{"hostUsers":false}}\n',
      ],
      ['/registry/secrets/default/hidden', 'k8s:enc:aescbc:v1:key1:0123456789abcdef'],
      ['/registry/widgets.example.org/widgets/default/lost', '{}'],
    ] as const)
      await place(key, Buffer.from(value));
    const pod = kinds.find(({ kind, version }) => kind === 'Pod' && version === 'v1')!;
    const { key, value } = foreignValue(pod, 'Protobuf');
    await place(key, value);
  });
  afterAll(async () => {
    await kv?.close();
    await server?.remove();
    await etcd?.stop();
  });

  it('counts objects by type, version and form, and names what belongs to nothing or cannot be read', async () => {
    const before = await forms();
    const { stdout, stderr, status } = checkStore(...flags, '--output=json');
    expect(stderr).toBe('');
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    expect(report.store).toMatch(/^etcd 3\./);
    expect(report.objects).toContainEqual(
      expect.objectContaining({
        resource: 'pods',
        apiVersion: 'v1',
        form: 'protobuf',
        encryption: '',
        count: 1,
      }),
    );
    expect(report.objects).toContainEqual(
      expect.objectContaining({
        resource: 'things.example.com',
        apiVersion: 'example.com/v1',
        form: 'json',
        count: 1,
      }),
    );
    expect(report.objects).toContainEqual(
      expect.objectContaining({
        resource: 'secrets',
        apiVersion: 'unreadable',
        encryption: 'aescbc:v1',
        count: 1,
      }),
    );
    expect(
      report.objects.find(({ resource }: { resource: string }) => resource === 'namespaces').count,
    ).toBeGreaterThan(3);
    expect(report.shared).toMatchObject({ masterleases: 1 });
    expect(report.unknownKeys).toEqual([
      {
        name: 'widgets.example.org',
        count: 1,
        example: '/registry/widgets.example.org/widgets/default/lost',
      },
    ]);
    expect(report.unreadableCount).toBe(3);
    expect(report.unreadable.map(({ key }: { key: string }) => key).sort()).toEqual([
      '/registry/configmaps/default/broken',
      '/registry/example.com/things/default/old',
      '/registry/secrets/default/hidden',
    ]);
    expect(await forms()).toEqual(before);
  });

  it('says what a server of another release would not read or serve', () => {
    const { releases } = JSON.parse(checkStore(...flags, '--output=json').stdout);
    const gaps = Object.fromEntries(releases.map((one: { release: string }) => [one.release, one]));
    const v1beta2 = 'flowcontrol.apiserver.k8s.io/v1beta1';
    expect(gaps['1.19'].unreadable).toContainEqual(
      expect.objectContaining({ resource: 'flowschemas.flowcontrol.apiserver.k8s.io', apiVersion: v1beta2 }),
    );
    expect(gaps['1.23']).toMatchObject({ unreadable: [], unserved: [] });
  });

  it('says what the emulated release would not serve as it is switched on', () => {
    const group = 'flowcontrol.apiserver.k8s.io';
    const unservedWith = (...more: string[]): string[] => {
      const { stdout } = checkStore(...flags, '--emulated-version=1.23', '--output=json', ...more);
      const found = JSON.parse(stdout).releases.find(
        ({ release }: { release: string }) => release === '1.23',
      );
      return found.unserved.map(({ resource }: { resource: string }) => resource);
    };
    expect(unservedWith()).toEqual([]);
    const off = ['v1beta1', 'v1beta2'].map((version) => `${group}/${version}=false`);
    expect(unservedWith(`--runtime-config=${off.join()}`)).toEqual([
      `flowschemas.${group}`,
      `prioritylevelconfigurations.${group}`,
    ]);
  });

  it('says which fields a release does not have', () => {
    const hiddenAt = (release: string) =>
      JSON.parse(checkStore(...flags, `--emulated-version=${release}`, '--output=json').stdout).hidden;
    const field = { resource: 'pods', field: 'spec.hostUsers', count: 1 };
    expect(hiddenAt('1.24')).toContainEqual(field);
    expect(hiddenAt('1.25')).not.toContainEqual(field);
    expect(checkStore(...flags, '--emulated-version=1.24').stdout).toContain(
      '\nA server of release 1.24 does not show these fields, and a write there loses them\n',
    );
  });

  it('reads what is encrypted by the keys that it is given, and says how it is encrypted', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'check-store-')), 'encryption.yaml');
    const keys = [{ name: 'key1', secret: Buffer.alloc(32, 7).toString('base64') }];
    const resources = [{ resources: ['secrets'], providers: [{ aesgcm: { keys } }, { identity: {} }] }];
    const config = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources };
    writeFileSync(file, JSON.stringify(config));
    const encrypting = await TestServer.start();
    try {
      await encrypting.kill();
      const directory = encrypting.directory;
      const flag = `--encryption-provider-config=${file}`;
      const again = await TestServer.start({ directory, flags: [flag] });
      const path = '/api/v1/namespaces/default/secrets';
      await again.client.post(path, { metadata: { name: 'one' }, stringData: { text: 'secret words' } });
      await again.stop();
      const secrets = (...flags: string[]) =>
        JSON.parse(checkStore(`--data-dir=${directory}`, '--output=json', ...flags).stdout).objects.filter(
          ({ encryption }: { encryption: string }) => encryption !== '',
        );
      expect(secrets(flag)).toEqual([
        expect.objectContaining({ resource: 'secrets', apiVersion: 'v1', encryption: 'aesgcm:v1', count: 1 }),
      ]);
      expect(secrets()).toEqual([expect.objectContaining({ resource: 'secrets', apiVersion: 'unreadable' })]);
    } finally {
      await encrypting.remove();
      rmSync(dirname(file), { recursive: true });
    }
  });

  it('prints the same for people', () => {
    const { stdout } = checkStore(...flags);
    expect(stdout).toMatch(/^etcd 3\.\S+, revision \d+, \d+ bytes, \d+ objects\n\nRESOURCE +STORED AS +FORM/);
    expect(stdout).toMatch(/\nObjects that cannot be read: 3\n {2}\/registry\/configmaps\/default\/broken: /);
    expect(stdout).toMatch(/\nKeys that belong to no resource type\n {2}widgets\.example\.org: 1, such as /);
  });
});

describe('of an embedded store, check-store', () => {
  it('looks at one that no server uses, ends none of its leases, and makes none', async () => {
    const server = await TestServer.start();
    try {
      await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'one' } });
      const flag = `--data-dir=${server.directory}`;
      const used = checkStore(flag);
      expect(used).toMatchObject({ status: 1, stdout: '' });
      expect(used.stderr).toMatch(
        /^apiserver check-store: data directory .* is in use by another process\n$/,
      );
      await server.kill();
      const { stdout, stderr, status } = checkStore(flag, '--output=json');
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const report = JSON.parse(stdout);
      expect(report.store).toBe('embedded');
      expect(report.objects).toContainEqual(
        expect.objectContaining({ resource: 'configmaps', apiVersion: 'v1' }),
      );
      expect(report.shared).toMatchObject({ masterleases: 1 });
    } finally {
      await server.remove();
    }
  });

  it('names an object whose record is damaged, in a store that compact-store wrote anew', async () => {
    const server = await TestServer.start();
    try {
      const path = '/api/v1/namespaces/default/configmaps';
      await server.client.post(path, { metadata: { name: 'replaced' }, data: { text: 'an old text' } });
      await server.client.put(`${path}/replaced`, {
        metadata: { name: 'replaced' },
        data: { text: 'a new text' },
      });
      const flag = `--data-dir=${server.directory}`;
      expect(run('compact-store', flag).stderr).toMatch(/is in use by another process\n$/);
      await server.kill();
      const file = join(server.directory, 'store', 'data.mdb');
      expect(readFileSync(file).includes('an old text')).toBe(true);
      expect(run('compact-store', flag)).toMatchObject({ status: 0, stderr: '' });
      const bytes = readFileSync(file);
      expect(bytes.includes('an old text')).toBe(false);
      bytes[bytes.indexOf('a new text')]! ^= 1;
      writeFileSync(file, bytes);
      const { stdout, status } = checkStore(flag);
      expect(stdout).toMatch(
        /Objects that cannot be read: 1\n {2}\/registry\/configmaps\/default\/replaced: its record .* is damaged\n/,
      );
      expect(status).toBe(1);
      // Page 2 and all behind it, in which nothing is as it should be.
      writeFileSync(file, bytes.fill(0, 2 * 8192));
      const refused = run(flag, '--secure-port=0', '--dialect=kubernetes');
      expect(refused).toMatchObject({ status: 1 });
      expect(refused.stderr).toContain(`the data file ${file} is damaged: page`);
    } finally {
      await server.remove();
    }
  }, 180_000);

  it.each([
    [
      'where there is none',
      () => [`--data-dir=${mkdtempSync(join(tmpdir(), 'no-store-'))}`],
      /there is no store in/,
    ],
    ['with an output that is none', () => ['--output=xml'], /--output: must be text or json/],
    ['with a flag that is none', () => ['--nope'], /unknown flag: --nope/],
  ])('%s ends with one line', (_, flags, message) => {
    const given = flags();
    const { stderr, status } = checkStore(...given);
    for (const flag of given)
      if (flag.includes('no-store-')) rmSync(flag.slice('--data-dir='.length), { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
