import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions, hex } from '../../../../test/support/unit/protobuf-structs.ts';
import type { Status } from '../../meta/status.ts';
import { ProtobufEncoder } from './encode.ts';
import { encodeEnvelope } from './envelope.ts';
import { encodeListMetadata, encodeStatus } from './status.ts';

const { structs } = definitions();
const schema = structs.get('meta.v1.Status')!;
const encoder = new ProtobufEncoder();

test('an error Status is encoded byte for byte as in Go', () => {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'no',
    reason: 'NotFound',
    details: { name: 'a', kind: 'pods' },
    code: 404,
  };
  const golden = hex(`
    6b 38 73 00   0a 0c (typeMeta) 0a 02 76 31 ("v1") 12 06 53 74 61 74 75 73 ("Status")   12 33 (raw)
      0a 06 (metadata) 0a 00 12 00 1a 00
      12 07 46 61 69 6c 75 72 65 ("Failure")
      1a 02 6e 6f ("no")
      22 08 4e 6f 74 46 6f 75 6e 64 ("NotFound")
      2a 0f (details) 0a 01 61 ("a") 12 00 1a 04 70 6f 64 73 ("pods") 28 00 32 00
      30 94 03 (404)
    1a 00   22 00`);
  expect(encodeStatus(status).toString('hex')).toBe(golden.toString('hex'));
});

const text = fc.string({ unit: 'grapheme' });
const optional = { requiredKeys: [] };
const listMetadata = fc.record(
  { resourceVersion: text, continue: text, remainingItemCount: fc.nat() },
  optional,
);
const cause = fc.record({ reason: text, message: text, field: text }, optional);
const details = fc.record(
  { name: text, group: text, kind: text, uid: text, causes: fc.array(cause), retryAfterSeconds: fc.nat() },
  optional,
);
const statuses = fc.record(
  {
    metadata: listMetadata,
    status: text,
    message: text,
    reason: text,
    details,
    code: fc.integer({ min: 0, max: 599 }),
  },
  { requiredKeys: ['metadata', 'status'] },
);

test('Status and ListMeta are encoded as the definitions say', () => {
  fc.assert(
    fc.property(statuses, (status) => {
      const expected = encodeEnvelope('v1', 'Status', encoder.encode(status, schema));
      expect(encodeStatus(status as Status).equals(expected)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(listMetadata, (metadata) => {
      const expected = encoder.encode(metadata, structs.get('meta.v1.ListMeta')!);
      expect(encodeListMetadata(metadata).equals(expected)).toBe(true);
    }),
  );
});
