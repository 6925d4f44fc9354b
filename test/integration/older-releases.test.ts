import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

/** A store of the newest release, read by older ones without a flag beside that of the release. */

const newest = '1.36';
const group = '/apis/flowcontrol.apiserver.k8s.io';
const level = {
  metadata: { name: 'own' },
  spec: {
    type: 'Limited',
    limited: { nominalConcurrencyShares: 7, limitResponse: { type: 'Reject' } },
  },
};
const schema = {
  metadata: { name: 'own' },
  spec: { priorityLevelConfiguration: { name: 'own' }, matchingPrecedence: 900 },
};

let directory: string;
const serverAt = (release: string): Promise<TestServer> => TestServer.start({ directory, release });

/** The lists that the server does not answer, of all that it serves. */
async function unanswered({ client }: TestServer): Promise<string[]> {
  const versions: string[] = (await client.get('/apis')).body.groups.flatMap((one: any) =>
    one.versions.map(({ groupVersion }: any) => `/apis/${groupVersion}`),
  );
  const failed: string[] = [];
  for (const path of ['/api/v1', ...versions]) {
    const { resources } = (await client.get(path)).body;
    for (const { name, verbs } of resources) {
      if (!verbs.includes('list')) continue;
      const { status, text } = await client.get(`${path}/${name}`);
      if (status !== 200) failed.push(`${path}/${name}: ${status} ${text.slice(0, 200)}`);
    }
  }
  return failed;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'releases-'));
  const server = await serverAt(newest);
  const written = [
    await server.client.post(`${group}/v1/prioritylevelconfigurations`, level),
    await server.client.post(`${group}/v1/flowschemas`, schema),
  ];
  expect(written.map(({ status }) => status)).toEqual([201, 201]);
  await server.stop();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.each([
  ['1.28', 'v1beta3', 'nominalConcurrencyShares'],
  ['1.25', 'v1beta2', 'assuredConcurrencyShares'],
  ['1.23', 'v1beta1', 'assuredConcurrencyShares'],
  ['1.20', 'v1beta1', 'assuredConcurrencyShares'],
])('at %s', (release, version, shares) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverAt(release);
  });
  afterAll(() => server?.stop());

  it('every list is answered', async () => expect(await unanswered(server)).toEqual([]));

  it('what only newer releases store in such a version is read', async () => {
    const levels = `${group}/${version}/prioritylevelconfigurations/own`;
    expect((await server.client.get(levels)).body.spec.limited[shares]).toBe(7);
    const { spec } = (await server.client.get(`${group}/${version}/flowschemas/own`)).body;
    expect(spec).toMatchObject(schema.spec);
  });

  it('a version that the release does not know is not served', async () => {
    expect((await server.client.get(`${group}/v1`)).status).toBe(404);
  });
});

it('is whole at the newest release again', async () => {
  const server = await serverAt(newest);
  const { body } = await server.client.get(`${group}/v1/prioritylevelconfigurations/own`);
  expect(body.spec).toMatchObject(level.spec);
  expect(await unanswered(server)).toEqual([]);
  await server.stop();
});
