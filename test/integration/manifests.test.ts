import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { TestServer } from '../support/server.ts';

/** Real manifests of real projects. They lie beside the product where it is developed, not where it is used. */
const directory = new URL('../../../shared/manifests/', import.meta.url).pathname;
const isThere = existsSync(directory);

interface Manifest {
  file: string;
  object: any;
}

function manifests(): Manifest[] {
  if (!isThere) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(directory + file, 'utf8');
      if (text.includes('{{')) return [];
      const documents = parseAllDocuments(text, { version: '1.1', merge: true, uniqueKeys: false });
      const objects = (Array.isArray(documents) ? documents : []).map((document) => document.toJS());
      return objects
        .flatMap((object: any) =>
          /List$/.test(object?.kind ?? '') && object.items ? object.items : [object],
        )
        .filter((object: any) => object?.kind && object?.apiVersion)
        .map((object: any) => ({ file, object }));
    });
}

let server: TestServer;
/** Resource types by apiVersion and kind. */
const resources = new Map<string, { path: string; namespaced: boolean; name: string }>();

beforeAll(async () => {
  server = await TestServer.start();
  const groups = (await server.client.get('/apis')).body.groups;
  const paths = [
    '/api/v1',
    ...groups.flatMap(({ versions }: any) => versions.map((v: any) => `/apis/${v.groupVersion}`)),
  ];
  for (const path of paths) {
    const { body } = await server.client.get(path);
    for (const { name, kind, namespaced } of body.resources) {
      if (!name.includes('/')) resources.set(`${body.groupVersion} ${kind}`, { path, namespaced, name });
    }
  }
});
afterAll(() => server.remove());

describe.skipIf(!isThere)('real manifests (skipped where they are not at hand)', () => {
  it('of every kind that is served are accepted, and read back as they were sent, plus defaults', async () => {
    let accepted = 0;
    const refused: string[] = [];
    for (const { file, object } of manifests()) {
      const resource = resources.get(`${object.apiVersion} ${object.kind}`);
      if (resource === undefined) continue;
      const namespace = object.metadata.namespace ?? 'default';
      const collection = resource.namespaced
        ? `${resource.path}/namespaces/${namespace}/${resource.name}`
        : `${resource.path}/${resource.name}`;
      const sent = { ...object, metadata: { ...object.metadata, name: object.metadata.name ?? undefined } };
      const made = await server.client.post(collection, sent);
      if (made.status !== 201) {
        // Some files of a project are variations of one object.
        if (made.status !== 409)
          refused.push(`${file} ${object.kind} ${object.metadata.name}: ${made.body?.message ?? made.text}`);
        continue;
      }
      accepted++;
      const read = await server.client.get(`${collection}/${made.body.metadata.name}`);
      expect(read.body).toEqual(made.body);
      missing(sent, read.body, object.kind, refused, file);
    }
    expect(refused).toEqual([]);
    expect(accepted).toBeGreaterThan(100);
  });
});

/** Every value that was sent has to be there; more may be. Texts of amounts and times have a canonical form. */
function missing(sent: unknown, got: unknown, path: string, refused: string[], file: string): void {
  if (sent === null || sent === undefined || sent === '' || sent === false || sent === 0) return;
  if (/\.(stringData|creationTimestamp|status)$/.test(path)) return;
  if (/(cpu|memory|storage|limits|requests|ephemeral-storage|sizeLimit|capacity)(\.|$)/.test(path)) return;
  if (Array.isArray(sent)) {
    sent.forEach((item, index) =>
      missing(item, (got as unknown[] | undefined)?.[index], `${path}[${index}]`, refused, file),
    );
  } else if (typeof sent === 'object') {
    for (const [key, value] of Object.entries(sent))
      missing(value, (got as any)?.[key], `${path}.${key}`, refused, file);
  } else if (sent !== got) {
    refused.push(`${file} ${path}: sent ${JSON.stringify(sent)}, got ${JSON.stringify(got)}`);
  }
}
