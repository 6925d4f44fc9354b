import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server.remove());

const maxBodyBytes = 3 * 1024 * 1024;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const field = (number: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]), content]);

const inEnvelope = (kind: string, message: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    field(1, Buffer.concat([field(1, Buffer.from('v1')), field(2, Buffer.from(kind))])),
    field(2, message),
  ]);

/** As many of a unit as a body has room for. */
function many(unit: Uint8Array): Buffer {
  const count = Math.floor((maxBodyBytes - 100) / unit.length);
  return Buffer.alloc(count * unit.length, unit);
}

function distinctEntries(): Buffer {
  const entries: Buffer[] = [];
  for (let size = 0, key = 0; size < maxBodyBytes - 200; size += entries.at(-1)!.length) {
    entries.push(field(2, field(1, Buffer.from((key++).toString(36)))));
  }
  return Buffer.concat(entries);
}

const empty = new Uint8Array();
const pods = '/api/v1/namespaces/default/pods';
const map = (message: Uint8Array): [string, Buffer] => [configMaps, inEnvelope('ConfigMap', message)];
const podSpec = (message: Uint8Array): [string, Buffer] => [pods, inEnvelope('Pod', field(2, message))];
const time = Buffer.from([8, 1]);

const bombs: [string, [string, Buffer]][] = [
  ['fields that nobody knows', map(many(Buffer.from([0x78, 1])))],
  ['fields that nobody knows in a large struct', podSpec(many(Buffer.from([0xf8, 0x07, 1])))],
  ['groups', map(many(Buffer.from([0x7b, 0x7c])))],
  ['the same entry again and again', map(many(field(2, empty)))],
  ['entries of a map', map(distinctEntries())],
  ['metadata again and again', map(many(field(1, empty)))],
  ['finalizers', map(field(1, many(field(14, empty))))],
  ['owners', map(field(1, many(field(13, empty))))],
  ['times', map(field(1, many(field(8, time))))],
  ['managers', map(field(1, many(field(17, field(7, field(1, Buffer.from('{}')))))))],
  ['containers', podSpec(many(field(2, empty)))],
  ['volumes', podSpec(many(field(1, field(2, empty))))],
  ['inlined messages', podSpec(field(1, many(field(2, empty))))],
  [
    'an envelope of nothing',
    [configMaps, Buffer.concat([Buffer.from('k8s\0'), many(Buffer.from([0x78, 1]))])],
  ],
];

it('Protobuf bodies of the smallest fields do not delay other requests', async () => {
  const jane = server.connect({ token: 'user-token' });
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
  const statuses = new Set<number>();
  const harm = await beside(server, attackSeconds(), async (signal) => {
    while (!signal.aborted) {
      for (const [name, [path, body]] of bombs) {
        const answer = await jane.post(path, body, { headers });
        expect(answer.text.length, name).toBeLessThan(10_000);
        statuses.add(answer.status);
        if (signal.aborted) break;
      }
    }
  });
  expectHarmless(harm);
  // 201 and 409: what repeats one field comes to a small object.
  expect([...statuses].filter((status) => ![201, 409, 413, 422].includes(status))).toEqual([]);
  expect([...statuses]).toContain(413);
});
