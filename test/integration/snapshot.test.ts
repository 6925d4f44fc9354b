import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

it('chunks of a list are one snapshot while everything is being written', async () => {
  const { client } = server;
  await Promise.all(
    Array.from({ length: 16 }, async (_, worker) => {
      for (let n = worker; n < 2_000; n += 16)
        await client.post(configMaps, configMap(`base-${String(n).padStart(5, '0')}`));
    }),
  );
  let writes = 0;
  let stop = false;
  const writer = async (id: number): Promise<void> => {
    for (let n = 0; !stop; n++) {
      const name = `base-${String((n * 131 + id) % 2_000).padStart(5, '0')}-${id}`;
      await client.post(configMaps, configMap(name));
      await client.delete(`${configMaps}/${name}`);
      writes += 2;
    }
  };
  const writers = Array.from({ length: 16 }, (_, id) => writer(id));
  for (let round = 0; round < 5; round++) {
    const names: string[] = [];
    const versions = new Set<string>();
    let token = '';
    do {
      const { status, body } = await client.get(`/api/v1/configmaps?limit=500&continue=${token}`);
      expect(status).toBe(200);
      names.push(...body.items.map(({ metadata }: any) => metadata.name));
      versions.add(body.metadata.resourceVersion);
      token = body.metadata.continue ?? '';
      // Writes lie between two chunks, however slow the machine is.
      const before = writes;
      await until(() => writes >= before + 20);
    } while (token !== '');
    expect(versions.size).toBe(1);
    const [version] = versions;
    const exact = await client.get(
      `/api/v1/configmaps?resourceVersionMatch=Exact&resourceVersion=${version}`,
    );
    expect(names).toEqual(exact.body.items.map(({ metadata }: any) => metadata.name));
    expect(names.length).toBeGreaterThanOrEqual(2_000);
  }
  stop = true;
  await Promise.all(writers);
});
