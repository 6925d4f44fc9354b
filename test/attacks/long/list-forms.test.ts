import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackServer, beside, expectHarmless } from '../support/beside.ts';
import { ListReader, listedObject, listForms } from '../support/lists.ts';

const count = 50_000;
const collection = '/api/v1/namespaces/default/configmaps';

let server: TestServer;
let reader: ListReader;

beforeAll(async () => {
  server = await attackServer({ flags: ['--watch-cache-check-interval=1h'] });
  reader = new ListReader(server);
  const lane = async (first: number): Promise<void> => {
    for (let index = first; index < count; index += 16) {
      const made = await server.client.post(collection, listedObject(index));
      expect(made.status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, first) => lane(first)));
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
        const path = `${collection}?${form.query}&labelSelector=app%3Dlisted`;
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
        reader.beginning(`${collection}?${query}`, accept, gzip, 100_000_000, signal),
      ),
    );
    await Promise.all(readers);
  });
  expectHarmless(harm, { memoryMb: 200 });
}, 240_000);
