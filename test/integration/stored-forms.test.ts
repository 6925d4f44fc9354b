import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../src/api/meta/dialect.ts';
import { apiVersionOf } from '../../src/api/schema/schema.ts';
import { StoredVersions } from '../../src/registry/conversion/stored-versions.ts';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { readMessage, readValue } from '../../src/storage/storage-format.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { type ForeignValue, type Form, foreignValue, kinds, servedPath } from '../support/foreign-store.ts';
import { isKnownAt, testedRelease } from '../support/release.ts';
import { TestServer } from '../support/server.ts';

const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const alwaysJson = ['APIService', 'CustomResourceDefinition'];
const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } };

/** Every kind in every version that these releases and earlier ones have stored. */
const written = (form: Form): ForeignValue[] =>
  kinds
    .filter((definition) => !definition.virtual && isKnownAt(testedRelease, definition))
    .map((definition) => foreignValue(definition, alwaysJson.includes(definition.kind) ? 'JSON' : form));

describe.each([
  { found: 'Protobuf', release: '1.20', writes: 'JSON' },
  { found: 'JSON', release: '1.20', writes: 'Protobuf' },
  { found: 'YAML', release: '1.21', writes: 'JSON' },
  { found: 'base64', release: '1.22', writes: 'Protobuf' },
  { found: 'Protobuf', release: '1.23', writes: 'Protobuf' },
] as const)('a store of another server in $found, taken over at $release', ({ found, release, writes }) => {
  let etcd: Etcd;
  let kv: Kv;
  let server: TestServer;
  const values = written(found);
  const revisions = new Map<string, number>();

  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    kv = await openEtcd({ endpoints: etcd.endpoints });
    for (const { key, value } of values) {
      const { revision, done } = await kv.create(key, value);
      if (done) revisions.set(key, revision);
    }
    const mediaType = writes === 'JSON' ? 'application/json' : kubernetes.protobuf;
    server = await TestServer.start({
      flags: [
        `--etcd-servers=${etcd.endpoints[0]}`,
        `--emulated-version=${release}`,
        '--runtime-config=api/all=true',
        `--storage-media-type=${mediaType}`,
      ],
    });
  });
  afterAll(async () => {
    await kv?.close();
    await server?.remove();
    await etcd?.stop();
  });

  const versions = new StoredVersions(kinds, kubernetes, release);
  const keptAs = ({ definition: { storedAs } }: ForeignValue) =>
    kinds.find(({ group, kind, storage }) => storage && group === storedAs.group && kind === storedAs.kind)!;

  it('has nothing that cannot be read', async () => {
    expect(server.output).not.toContain('cannot be read');
    expect((await server.client.get('/metrics')).text).not.toMatch(/decode_errors_total\{/);
  });

  it.each(
    values.map((value) => [`${value.definition.kind} of ${apiVersionOf(value.definition)}`, value] as const),
  )('%s is served as it was, and stored as the release stores it once it changes', async (_, value) => {
    // Two versions of a type share the only name that it may have.
    if (!revisions.has(value.key)) return;
    const path = servedPath(value, release);
    const before = await server.client.get(path);
    expect(before.status, before.text).toBe(200);
    expect(before.body.metadata).toMatchObject({
      name: value.name,
      uid: `uid-of-${value.name}`,
      creationTimestamp: '2021-03-04T05:06:07Z',
    });
    const annotated = { metadata: { annotations: { touched: 'yes' } } };
    const after = await server.client.send('PATCH', path, { ...mergePatch, body: annotated });
    expect(after.status, after.text).toBe(200);

    const { item } = await kv.get(value.key);
    expect(after.body.metadata.resourceVersion).toBe(String(item!.modRevision));
    const kept = keptAs(value);
    const form = versions.writtenAs(kept);
    const isProtobuf = writes === 'Protobuf' && !alwaysJson.includes(kept.kind);
    expect(readValue(item!.value)).toMatchObject({
      kind: kept.kind,
      apiVersion: apiVersionOf(form),
      isProtobuf,
    });
    if (!isProtobuf) expect(item!.value.at(-1)).toBe(0x0a);
    const { metadata } = readMessage(item!.value, form) as any;
    expect(metadata).toMatchObject({
      name: value.name,
      uid: `uid-of-${value.name}`,
      annotations: { touched: 'yes' },
    });
    expect(metadata.resourceVersion || undefined).toBeUndefined();
  });

  it('leaves no key of its own behind', async () => {
    const { items } = await kv.range('/registry/', { keysOnly: true });
    const known = new Set(kinds.map(({ plural }) => plural));
    for (const one of ['minions', 'services', 'controllers', 'ingress', 'podsecuritypolicy']) known.add(one);
    for (const one of ['apiregistration.k8s.io', 'apiextensions.k8s.io', 'masterleases', 'ranges'])
      known.add(one);
    const strange = items.map(({ key }) => key).filter((key) => !known.has(key.split('/')[2]!));
    expect(strange).toEqual([]);
  });
});
