import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

const path = '/api/v1/namespaces/default/configmaps';
const count = 2_000;

/** What a request line has room for. */
function many(make: (index: number) => string, length = 10_000): string {
  const terms: string[] = [];
  for (let index = 0, size = 0; index < length && size < 100_000; index++) {
    terms.push(make(index));
    size += terms.at(-1)!.length + 1;
  }
  return encodeURIComponent(terms.join(','))
    .replaceAll('%2C', ',')
    .replaceAll('%3D', '=')
    .replaceAll('%21', '!');
}

const selectors: [what: string, query: string, items: number][] = [
  ['that keys are not there', `labelSelector=${many((index) => `!x${index}`)}`, count],
  ['that keys have another value', `labelSelector=${many((index) => `k${index}!=x`)}`, count],
  ['that a key has another value', `labelSelector=${many((index) => `n!=x${index}`)}`, count],
  ['of pairs', `labelSelector=${many((index) => `k${index}=v`)}`, 0],
  ['that keys are there', `labelSelector=${many((index) => `k${index}`)}`, 0],
  ['that objects have another name', `fieldSelector=${many((index) => `metadata.name!=x${index}`)}`, count],
];

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
  const names = Array.from({ length: count }, (_, index) => index);
  const workers = Array.from({ length: 16 }, async () => {
    for (let index = names.pop(); index !== undefined; index = names.pop()) {
      const labels = { app: 'web', n: `${index}`, [`k${index}`]: 'v' };
      const { status } = await server.client.post(path, { metadata: { name: `c${index}`, labels } });
      expect(status).toBe(201);
    }
  });
  await Promise.all(workers);
}, 120_000);
afterAll(() => server?.remove());

it.each(selectors)('lists with thousands of requirements %s', async (_, query, items) => {
  const jane = server.connect({ token: 'user-token' });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    do {
      const { status, body, text } = await jane.get(`${path}?resourceVersion=0&${query}`);
      expect(status, text.slice(0, 1_000)).toBe(200);
      const own = body.items.filter(({ metadata }: any) => /^c\d/.test(metadata.name));
      expect(own).toHaveLength(items);
    } while (!signal.aborted);
  });
  jane.close();
  expectHarmless(harm);
});

it('twenty watches with thousands of requirements while objects change', async () => {
  const jane = server.connect({ token: 'user-token' });
  const watches = [];
  for (let index = 0; index < 20; index++) {
    const selector = many((of) => `!w${index}x${of}`);
    watches.push(await jane.watch(`${path}?watch=true&labelSelector=${selector}`));
  }
  const harm = await beside(server, attackSeconds(), async (signal) => {
    for (let change = 0; !signal.aborted; change++) {
      const { status } = await jane.put(`${path}/c${change % count}`, {
        metadata: { name: `c${change % count}`, labels: { change: `${change}` } },
      });
      expect(status).toBe(200);
    }
  });
  for (const watch of watches) watch.close();
  jane.close();
  expectHarmless(harm);
});

it('more requirements than 10,000 are refused', async () => {
  const { status, body } = await server.client.get(`${path}?labelSelector=${'a,'.repeat(12_000)}a`);
  expect(status).toBe(400);
  expect(body.message).toContain('must have at most 10000 requirements');
});
