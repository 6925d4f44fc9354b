import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackServer, beside, expectHarmless } from '../support/beside.ts';
import { ListReader, listedCollection, listForms, makeListedObjects } from '../support/lists.ts';

const count = 50_000;

let server: TestServer;
let reader: ListReader;

beforeAll(async () => {
  server = await attackServer({ flags: ['--watch-cache-check-interval=1h'] });
  reader = new ListReader(server);
  await makeListedObjects(server, count);
  // Flow control would let few of them begin: what they cost is to be seen.
  const exempt = await server.client.post('/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas', {
    metadata: { name: 'lists' },
    spec: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'jane' } }],
          resourceRules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'], namespaces: ['*'] }],
        },
      ],
    },
  });
  expect(exempt.status).toBe(201);
}, 600_000);

afterAll(async () => {
  reader.close();
  await server.remove();
});

it.each(listForms)(
  'a list of 50,000 objects of 6 KB, $name, plain and compressed, whole and selected',
  async (form) => {
    const harm = await beside(server, 1, async () => {
      const lengths = new Set<number>();
      for (const gzip of [false, true]) {
        const path = `${listedCollection}?${form.query}&labelSelector=app%3Dlisted`;
        lengths.add((await reader.digest(path, form.accept, gzip)).bytes);
      }
      expect(lengths.size).toBe(1);
    });
    expectHarmless(harm, { memoryMb: 200 });
  },
  240_000,
);

it('ten lists of 50,000 objects in all forms, read half', async () => {
  const harm = await beside(server, 20, async (signal) => {
    const readers = [false, true].flatMap((gzip) =>
      listForms.map(({ accept, query }) =>
        reader.beginning(`${listedCollection}?${query}`, accept, gzip, 100_000_000, signal),
      ),
    );
    await Promise.all(readers);
  });
  expectHarmless(harm, { memoryMb: 200 });
}, 240_000);
