import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatusError } from '../../src/api/meta/status.ts';
import { readTypes } from '../../src/client/api/aggregated-discovery.ts';
import type { ApiCall, ApiCaller } from '../../src/client/api/api-call.ts';
import { readDiscovery } from '../../src/client/api/discovery.ts';
import { CommandLine } from '../support/orchctl.ts';
import { TestServer } from '../support/server.ts';

/** Releases that have everything in one document, in its newest form or an older one, and one that has no such document. */
describe.each([
  ['1.36', 2],
  ['1.28', 2],
  ['1.25', 'many'],
])('our clients learn what a server at %s serves', (release, documents) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ dialect: 'kubernetes', release });
  });
  afterAll(() => server?.remove());

  it('as its documents of single versions have it', async () => {
    const asked: string[] = [];
    const caller: ApiCaller = {
      async json<T>({ path, accept = 'application/json' }: ApiCall) {
        asked.push(path);
        const { status, body } = await server.client.get(path, { headers: { accept } });
        if (status !== 200) throw new StatusError(status, body.reason, body.message);
        return body as T;
      },
      open: () => Promise.reject(new Error('no stream is asked for')),
    };
    const { resources, failures } = await readTypes(caller);
    expect(failures.size).toBe(0);
    if (documents === 2) expect(asked).toEqual(['/api', '/apis']);
    else expect(asked.length).toBeGreaterThan(10);
    const old = (await readDiscovery(caller)).resources.map(({ storageVersionHash: _, ...type }) => type);
    const named = (type: (typeof old)[number]): string => `${type.group}/${type.version} ${type.resource}`;
    const all = new Map(resources.map(({ storageVersionHash: _, ...type }) => [named(type), type]));
    expect([...all.keys()].sort()).toEqual(old.map(named).sort());
    // Releases before 1.27 name no singular in these documents.
    for (const type of old) expect(all.get(named(type))).toEqual({ ...type, singular: expect.any(String) });
  });

  it('by short names and categories', async () => {
    const orchctl = CommandLine.orchctl(server);
    const { stdout, stderr } = await orchctl.run(['get', 'deploy,ns', '-o', 'name']);
    expect(stderr).toBe('');
    expect(stdout).toContain('namespace/default\n');
  });
});
