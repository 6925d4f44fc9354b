import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { CommandLine } from '../support/orchctl.ts';
import { TestServer } from '../support/server.ts';

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const events = '/api/v1/namespaces/default/events';
const secrets = '/api/v1/namespaces/default/secrets';
/** A text that stands in the data file as it is: no part of it repeats. */
const marked = 'q7Zx0aJm4Wd9Ku2TeB6y';

let server: TestServer;

/** Secrets have a value that is damaged on the disk, the others one that is no object. */
beforeAll(async () => {
  server = await TestServer.start();
  const { client } = server;
  await client.post(secrets, { metadata: { name: 'bad' }, stringData: {}, type: `example.com/${marked}` });
  await client.post(configMaps, configMap('good'));
  await server.stop();
  const store = join(server.directory, 'store');
  const kv = await openEmbedded({ directory: store });
  for (const key of ['leases/default/bad', 'events/default/bad'])
    await kv.create(`/registry/${key}`, Buffer.from('{'));
  await kv.close();
  const file = join(store, 'data.mdb');
  const data = readFileSync(file);
  for (let at = data.indexOf(marked); at !== -1; at = data.indexOf(marked, at + 1)) data[at]! ^= 1;
  writeFileSync(file, data);
  server = await TestServer.start({
    directory: server.directory,
    flags: ['--allow-unsafe-malformed-object-deletion'],
  });
});
afterAll(() => server.remove());

const types: readonly (readonly [type: string, path: string, key: string])[] = [
  ['leases', leases, '/registry/leases/default/bad'],
  ['events', events, '/registry/events/default/bad'],
  ['secrets', secrets, '/registry/secrets/default/bad'],
];

it.each(types)(
  'lists and watches of %s are refused in every form, and others are served',
  async (_, path, key) => {
    const { client } = server;
    for (const form of ['Table', 'PartialObjectMetadata', undefined])
      for (const query of [
        '',
        '?watch=1',
        '?limit=1',
        '?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
      ]) {
        const isList = form === 'PartialObjectMetadata' && !query.includes('watch');
        const as = form === undefined ? '' : `;as=${form}${isList ? 'List' : ''};v=v1;g=meta.k8s.io`;
        const accept = `application/json${as}`;
        const { status, text } = await client.get(`${path}${query}`, { headers: { accept } });
        expect([status, text], `${as} ${query}`).toEqual([500, expect.stringContaining(key)]);
      }
    const socket = new WebSocket(`wss://127.0.0.1:${server.port}${path}?watch=1`, [], {
      headers: { authorization: 'Bearer admin-token' },
      rejectUnauthorized: false,
    });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(500);
    expect((await client.get(`${path}/bad`)).body.message).toContain(`"${key}": `);
    expect((await client.get(configMaps)).status).toBe(200);
  },
);

it('the command line says which one it is', async () => {
  const { code, stderr } = await CommandLine.orchctl(server).run(['get', 'secrets']);
  expect(code).toBe(1);
  expect(stderr).toContain('failed to read one or more secrets from the storage');
  const one = await CommandLine.orchctl(server).run(['get', 'secret', 'bad']);
  expect(one.stderr).toContain('"/registry/secrets/default/bad": ');
});

it.each(types)('%s are served again once what cannot be read is removed', async (_, path) => {
  const { client } = server;
  const insisting = '?ignoreStoreReadErrorWithClusterBreakingPotential=true';
  expect((await client.delete(`${path}/bad${insisting}`)).status).toBe(200);
  expect((await client.get(path)).status).toBe(200);
  const watch = await client.watch(`${path}?watch=1`);
  expect(watch.ended).toBe(false);
  watch.close();
});
