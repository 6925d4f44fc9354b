import { mkdirSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Answer, ApiClient, RequestOptions } from '../support/api-client.ts';
import { collectionOf, type Resource, resourcesOf } from '../support/resources.ts';
import { TestServer } from '../support/server.ts';
import { validObject } from '../support/valid-objects.ts';
import { mutations } from './mutations.ts';
import { normalized, normalizedBytes } from './normalize.ts';
import { recordSubresources } from './subresources.ts';
import { events } from './watched.ts';

/**
 * Records what a build of the server answers: discovery, OpenAPI, and of every resource type in every version its
 * objects, lists, tables, watch events, patches and errors in every form. Two builds whose records are the same behave
 * the same as far as these requests go.
 *
 *     node test/compare/record.ts dist/commands/apiserver.js /tmp/record
 */

const [program, folder] = process.argv.slice(2) as [string, string];

const protobuf = 'application/vnd.kubernetes.protobuf';
const forms: readonly [name: string, accept: string, query: string][] = [
  ['json', 'application/json', ''],
  ['pretty', 'application/json', 'pretty=1'],
  ['yaml', 'application/yaml', ''],
  ['protobuf', protobuf, ''],
  ['table', 'application/json;as=Table;g=meta.k8s.io;v=v1', ''],
  ['old-table', 'application/json;as=Table;g=meta.k8s.io;v=v1beta1', 'includeObject=Object'],
  ['table-alone', 'application/json;as=Table;g=meta.k8s.io;v=v1', 'includeObject=None'],
  ['partial', 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1', ''],
  ['partial-object', 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1', ''],
  ['partial-protobuf', `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`, ''],
  ['unknown', 'text/csv', ''],
];

/** Plugins that would refuse a sample, or write at times of their own, and one that is about other objects. */
const quiet =
  '--disable-admission-plugins=Priority,ResourceQuota,RuntimeClass,ServiceAccount,StorageObjectInUseProtection';

/** The port is part of many answers, also in Protobuf. */
const fixedPort = '--secure-port=16443';

const shownHeaders = [
  'content-type',
  'content-encoding',
  'warning',
  'retry-after',
  'vary',
  'location',
  'allow',
];

class Record {
  readonly #client: ApiClient;
  readonly #lines: string[] = [];

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async send(method: string, path: string, options: RequestOptions = {}, note = ''): Promise<Answer> {
    const answer = await this.#client.send(method, path, options);
    const { accept = '' } = options.headers ?? {};
    this.#lines.push(`${method} ${path} ${accept} ${note}\n${shown(answer)}\n`);
    return answer;
  }

  add(what: string, bytes: Buffer, isText: boolean): void {
    this.#lines.push(`${what}\n${isText ? normalized(bytes.toString()) : normalizedBytes(bytes)}\n`);
  }

  write(name: string): void {
    writeFileSync(`${folder}/${name.replaceAll('/', '_')}.txt`, this.#lines.join('\n'));
  }
}

function shown({ status, headers, bytes }: Answer): string {
  const fields = shownHeaders.filter((name) => name in headers).map((name) => `${name}: ${headers[name]}`);
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const isText = !String(headers['content-type']).includes('protobuf');
  return `${status} ${fields.join(', ')}\n${isText ? normalized(body.toString()) : normalizedBytes(body)}`;
}

const withQuery = (path: string, ...queries: string[]): string => {
  const all = queries.filter((query) => query !== '').join('&');
  return all === '' ? path : `${path}?${all}`;
};

async function recordDocuments(server: TestServer, name: string): Promise<void> {
  const record = new Record(server.client);
  const { body } = await record.send('GET', '/apis');
  const groups: string[] = body.groups.map((group: { name: string }) => `/apis/${group.name}`);
  const versions: string[] = [...(await resourcesOf(server.client)).values()].map(({ path }) => path);
  const openapi: string[] = Object.values<{ serverRelativeURL: string }>(
    (await server.client.get('/openapi/v3')).body?.paths ?? {},
  ).map(({ serverRelativeURL }) => serverRelativeURL);
  const paths = ['/', '/api', '/openapi/v2', ...groups, ...new Set(versions), ...openapi];
  for (const path of paths) {
    for (const accept of ['application/json', 'application/yaml', protobuf]) {
      await record.send('GET', path, { headers: { accept } });
    }
  }
  for (const path of ['/livez?verbose', '/readyz?verbose', '/healthz?verbose', '/nothing', '/apis/none/v1']) {
    await record.send('GET', path);
  }
  record.write(`documents-${name}`);
}

async function recordResource(server: TestServer, resource: Resource): Promise<void> {
  const { apiVersion, kind, verbs } = resource;
  const record = new Record(server.client);
  const collection = collectionOf(resource);
  const object = sampleOf(resource);
  const path = `${collection}/${object['metadata'].name}`;
  if (verbs.includes('create')) {
    await record.send('POST', collection, { body: object });
    await record.send('POST', withQuery(collection, 'dryRun=All'), {
      body: { ...object, metadata: { ...object['metadata'], name: undefined, generateName: 'generated-' } },
    });
    await record.send('POST', collection, { body: object });
    await recordMutations(record, collection, object);
  }
  if (!verbs.includes('get')) return record.write(`${apiVersion} ${kind}`);
  await recordReads(record, server, { collection, path });
  await recordWrites(record, path, object);
  await recordSubresources(record, path);
  await record.send('DELETE', path, { body: { preconditions: { uid: 'another' } } });
  await record.send('DELETE', withQuery(path, 'dryRun=All'));
  await record.send('DELETE', path, { body: { propagationPolicy: 'Background', gracePeriodSeconds: 0 } });
  await record.send('GET', path);
  if (kind !== 'Namespace' && verbs.includes('deletecollection')) {
    await record.send('DELETE', withQuery(collection, 'labelSelector=none%3Dsuch'));
  }
  record.write(`${apiVersion} ${kind}`);
}

/** A virtual kind, of which there is no sample, gets an empty object, which it refuses or answers. */
function sampleOf({ apiVersion, kind }: Resource): any {
  const virtual = { apiVersion, kind, metadata: { name: 'sample' }, spec: {} };
  return /Review$|^Binding$|^ComponentStatus$/.test(kind) ? virtual : validObject(apiVersion, kind);
}

async function recordMutations(record: Record, collection: string, object: object): Promise<void> {
  const fresh = { ...object, metadata: { ...(object as any).metadata } };
  for (const { what, object: body } of mutations(fresh)) {
    await record.send('POST', withQuery(collection, 'dryRun=All', 'fieldValidation=Strict'), { body }, what);
  }
}

async function recordReads(
  record: Record,
  server: TestServer,
  { collection, path }: { collection: string; path: string },
): Promise<void> {
  const mine = 'fieldSelector=metadata.name%3Dsample';
  for (const [name, accept, query] of forms) {
    await record.send('GET', withQuery(path, query), { headers: { accept } }, name);
    for (const selector of ['', mine, 'limit=1', 'labelSelector=none%3Dsuch', 'fieldSelector=no.such%3Dx']) {
      await record.send('GET', withQuery(collection, query, selector), { headers: { accept } }, name);
    }
    const bytes = await events(
      server.client,
      { watch: withQuery(collection, query, mine, 'watch=1'), path, annotation: name },
      accept,
    );
    record.add(`WATCH ${collection} ${name}`, bytes, !accept.includes('protobuf'));
  }
  await record.send('GET', withQuery(collection, 'limit=x'));
  await record.send('GET', withQuery(collection, 'labelSelector=%21%21'));
  await record.send('GET', withQuery(collection, 'resourceVersion=x'));
  await record.send('GET', withQuery(collection, 'resourceVersionMatch=Exact'));
}

const patchTypes: readonly [string, (text: object) => string, string[]][] = [
  [
    'application/merge-patch+json',
    (value) => JSON.stringify(value),
    ['[]', '{', '{"metadata":{"name":"b"}}'],
  ],
  [
    'application/strategic-merge-patch+json',
    (value) => JSON.stringify(value),
    ['[]', '"x"', '{"$patch":"x"}'],
  ],
  [
    'application/json-patch+json',
    () => '[{"op":"add","path":"/metadata/annotations","value":{"a":"b"}}]',
    [
      '{}',
      '[{"op":"test","path":"/kind","value":"X"}]',
      '[{"op":"move"}]',
      '[{"op":"remove","path":"/none"}]',
    ],
  ],
  [
    'application/apply-patch+yaml',
    (value) => JSON.stringify(value),
    ['[]', 'a: [', '{"metadata":{"labels":"x"}}'],
  ],
];

async function recordWrites(record: Record, path: string, object: any): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const labelled = { apiVersion, kind, metadata: { name: metadata.name, labels: { a: 'b' } } };
  for (const [type, written, invalid] of patchTypes) {
    const headers = { 'content-type': type };
    const query = type.includes('apply') ? 'fieldManager=recorder' : '';
    await record.send('PATCH', withQuery(path, query), { headers, body: written(labelled) }, type);
    await record.send('PATCH', withQuery(path, query, 'dryRun=All'), {
      headers,
      body: written({ ...labelled, spec: 1 }),
    });
    await record.send('PATCH', withQuery(path, query), {
      headers,
      body: written({ metadata: { labels: 'x' } }),
    });
    for (const body of invalid) await record.send('PATCH', withQuery(path, query), { headers, body }, body);
  }
  await record.send('PATCH', withQuery(path, 'fieldManager=other'), {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ ...labelled, metadata: { ...labelled.metadata, labels: { a: 'c' } } }),
  });
  const { body } = await record.send('GET', path);
  await record.send('PUT', path, { body: { ...body, metadata: { ...body?.metadata, labels: { c: 'd' } } } });
  await record.send('PUT', path, { body: { ...body, metadata: { ...body?.metadata, labels: { e: 'f' } } } });
  await record.send('PUT', path, { body: { ...body, metadata: { ...body?.metadata, name: 'another' } } });
  await record.send('PUT', path, { body: 'nonsense' });
  await record.send('PUT', path, { body: { kind: 'Another', apiVersion: 'v7' } });
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, dialect, flags] of [
    ['orch', 'orch', []],
    ['1.19', 'kubernetes', ['--emulated-version=1.19', '--runtime-config=api/all=true']],
    ['1.22', 'kubernetes', ['--emulated-version=1.22']],
    ['1.26', 'kubernetes', ['--emulated-version=1.26']],
    ['1.23', 'kubernetes', ['--runtime-config=api/all=true', quiet]],
  ] as const) {
    const server = await TestServer.start({ program, dialect, flags: [...flags, fixedPort] });
    try {
      await recordDocuments(server, name);
      if (name !== '1.23') continue;
      for (const resource of (await resourcesOf(server.client)).values())
        await recordResource(server, resource);
    } finally {
      await server.remove();
    }
  }
}

await main();
