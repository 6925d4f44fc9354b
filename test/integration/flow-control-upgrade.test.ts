import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** A cluster of 1.21, which says of no object whose it is, as later releases find it. */

const group = '/apis/flowcontrol.apiserver.k8s.io';
const annotation = 'apf.kubernetes.io/autoupdate-spec';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'flow-control-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

async function at(release: string, look: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await TestServer.start({ directory, release });
  try {
    await until(async () => (await server.client.get('/readyz')).status === 200);
    await look(server);
  } finally {
    await server.stop();
  }
}

/** Whose an object is, by its annotation; and its spec. */
async function seen({ client }: TestServer, path: string): Promise<{ says: string; spec: any }> {
  const { body } = await client.get(`${group}/v1/${path}`);
  return { says: body.metadata?.annotations?.[annotation], spec: body.spec };
}

it('what nobody has changed is kept from then on, what an operator has changed is left alone', async () => {
  await at('1.21', async ({ client }) => {
    const nodes = await client.get(`${group}/v1beta1/flowschemas/system-nodes`);
    expect([nodes.status, nodes.body.metadata.annotations]).toEqual([200, undefined]);
    const path = `${group}/v1beta1/flowschemas/system-leader-election`;
    const changed = await client.merge(path, { spec: { matchingPrecedence: 101 } });
    expect([changed.status, changed.body.metadata.generation]).toEqual([200, 2]);
    expect((await client.delete(`${group}/v1beta1/flowschemas/service-accounts`)).status).toBe(200);
  });
  // What is suggested is made once there.
  await at('1.21', async ({ client }) => {
    const { body } = await client.get(`${group}/v1beta1/flowschemas/system-leader-election`);
    expect(body.spec.matchingPrecedence).toBe(101);
    expect((await client.get(`${group}/v1beta1/flowschemas/service-accounts`)).status).toBe(404);
  });
  await at('1.32', async (server) => {
    expect(await seen(server, 'flowschemas/system-nodes')).toMatchObject({ says: 'true' });
    expect(await seen(server, 'flowschemas/catch-all')).toMatchObject({ says: 'true' });
    expect(await seen(server, 'flowschemas/system-leader-election')).toMatchObject({
      says: 'false',
      spec: { matchingPrecedence: 101 },
    });
    expect(await seen(server, 'prioritylevelconfigurations/system')).toMatchObject({
      says: 'true',
      spec: { limited: { lendablePercent: 33 } },
    });
    expect(await seen(server, 'flowschemas/endpoint-controller')).toMatchObject({ says: 'true' });
    expect(await seen(server, 'flowschemas/service-accounts')).toMatchObject({ says: 'true' });
  });
});

it('a release removes what it suggests no longer, unless it is an operator’s', async () => {
  await at('1.32', async ({ client }) => {
    const own = { metadata: { annotations: { [annotation]: 'false' } } };
    expect((await client.merge(`${group}/v1/flowschemas/endpoint-controller`, own)).status).toBe(200);
  });
  await at('1.36', async ({ client }) => {
    const status = async (name: string) => (await client.get(`${group}/v1/flowschemas/${name}`)).status;
    await until(async () => (await status('workload-leader-election')) === 404);
    expect(await Promise.all(['endpoint-controller', 'system-nodes', 'exempt'].map(status))).toEqual([
      200, 200, 200,
    ]);
  });
});
