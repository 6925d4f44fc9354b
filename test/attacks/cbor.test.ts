import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeCbor } from '../../src/api/codec/cbor/encode.ts';
import { define, definition, tabs } from '../support/custom-resources.ts';
import { configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';
import { ListReader } from './support/lists.ts';
import { type AttackRequest, attackWith, maxBodyBytes, objectBytes } from './support/requests.ts';

/** Bodies in CBOR of the smallest parts, and the events of objects that have as many of them as they may. */

const watched = '/apis/g.example/v1/namespaces/default/panes';

let server: TestServer;
beforeAll(async () => {
  server = await attackServer({
    flags: ['--emulated-version=1.36', '--feature-gates=CBORServingAndStorage=true'],
  });
  await define(server, definition());
  await define(server, definition({ plural: 'panes' }));
});
afterAll(() => server?.remove());

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** A map of two members: the metadata, and one that has the items. */
const object = (items: Buffer): Buffer =>
  Buffer.concat([
    hex('d9d9f7a4'),
    ...['kind', 'Tab', 'apiVersion', 'g.example/v1', 'metadata', { name: 'c' }, 'spec'].map((part) =>
      encodeCbor(part).subarray(3),
    ),
    items,
  ]);

/** As many of an item as a body has room for, in a container that is left open. */
const many = (first: string, item: string): Buffer =>
  object(
    Buffer.concat([
      hex(first),
      Buffer.alloc((maxBodyBytes - 200) & ~7, hex(item.length === 6 ? `${item}ff` : item)),
      hex('ff'),
    ]),
  );

const bodies: [string, Buffer][] = [
  ['nulls', many('9f', 'f6')],
  ['maps', many('9f', 'a0')],
  ['lists that are left open', many('9f', '9fff')],
  ['members of one map', many('bf', '4100')],
  ['members of many maps', many('9f', 'a1410000')],
  ['pieces of a text', many('5f', '40')],
  ['pieces of a text of a byte', many('5f', '4161')],
  ['texts that are left open', many('9f', '5fff')],
  ['numbers', many('9f', '01')],
  ['halves', many('9f', 'f93e00f6')],
  [
    'large integers',
    object(Buffer.concat([hex('9f'), Buffer.alloc(9 * 300_000, hex('1b7f00000000000001'))])),
  ],
];

it.each(bodies)('a body of %s', async (_, body) => {
  expect(body.length).toBeLessThanOrEqual(maxBodyBytes);
  const headers = { 'content-type': 'application/cbor' };
  const applied = { 'content-type': 'application/apply-patch+cbor' };
  const requests: AttackRequest[] = [
    { path: `${tabs}?dryRun=All`, headers, body },
    { path: `${configMaps}?dryRun=All`, headers, body },
    { method: 'PATCH', path: `${tabs}/c?dryRun=All&fieldManager=m`, headers: applied, body },
  ];
  expect(await attackWith(server, requests)).not.toContain(415);
});

const listOf = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

it('watches in CBOR of objects as large as may be', async () => {
  const specs = [
    { list: listOf(150_000, {}) },
    { list: listOf(objectBytes / 2, 1) },
    { list: listOf(objectBytes / 4, 0.5) },
    { list: listOf(objectBytes / 5, '\n') },
    { map: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 'v'])) },
  ];
  for (const [at, spec] of specs.entries()) {
    const { status, text } = await server.client.post(watched, {
      kind: 'Pane',
      apiVersion: 'g.example/v1',
      metadata: { name: `large-${at}` },
      spec,
    });
    expect(status, text.slice(0, 300)).toBe(201);
  }
  const reader = new ListReader(server);
  const headers = { 'content-type': 'application/merge-patch+json' };
  const harm = await beside(server, attackSeconds(), async (signal) => {
    const watches = Array.from({ length: 5 }, () =>
      reader.beginning(`${watched}?watch=true`, 'application/cbor', false, 1e9, signal),
    );
    for (let turn = 0; !signal.aborted; turn++) {
      const body = { metadata: { labels: { turn: String(turn) } } };
      const path = `${watched}/large-${turn % specs.length}`;
      expect((await server.client.send('PATCH', path, { headers, body })).status).toBe(200);
    }
    await Promise.all(watches);
  });
  reader.close();
  expectHarmless(harm, { memoryMb: 300 });
});
