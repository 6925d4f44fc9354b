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

// Ten at a time: flow control lets no more of them begin before others have ended.
it.each([false, true])(
  'ten lists of 50,000 objects in all forms, read half, gzip: %s',
  async (gzip) => {
    const harm = await beside(server, 20, async (signal) => {
      const readers = listForms.map(({ accept, query }) =>
        reader.beginning(`${listedCollection}?${query}`, accept, gzip, 100_000_000, signal),
      );
      await Promise.all(readers);
    });
    expectHarmless(harm, { memoryMb: 200 });
  },
  240_000,
);
