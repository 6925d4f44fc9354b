import { DecodeError } from '../../../src/api/codec/json.ts';
import { decodeMessage } from '../../../src/api/codec/protobuf/decode.ts';
import { decodeEnvelope, encodeEnvelope } from '../../../src/api/codec/protobuf/envelope.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { apiVersionOf } from '../../../src/api/schema/schema.ts';
import { expectTrue, type Target } from '../engine/target.ts';
import { definitionOf, definitions, encoder, samples, shaped } from './samples.ts';

const seeds = (): Buffer[] => [
  ...samples.map((sample) => {
    const definition = definitionOf(sample.apiVersion, sample.kind)!;
    return encodeEnvelope(
      sample.apiVersion,
      sample.kind,
      encoder.encode(shaped(sample, definition), definition.schema),
    );
  }),
  // Of every kind an empty one, which mutations fill with the messages of the others.
  ...definitions.map((definition) =>
    encodeEnvelope(apiVersionOf(definition), definition.kind, Buffer.alloc(0)),
  ),
];

export const protobuf: Target = {
  name: 'protobuf',
  seeds,
  dictionary: [],
  refusals: [DecodeError, StatusError],
  maxBytes: 1024 * 1024,
  maxMilliseconds: 100,
  run(bytes: Buffer) {
    const { apiVersion, kind, raw } = decodeEnvelope(bytes);
    const definition = definitionOf(apiVersion, kind);
    if (definition === undefined) return;
    const read = (message: Uint8Array): Record<string, unknown> =>
      shaped(decodeMessage(message, definition.schema), definition);
    const once = encoder.encode(read(raw), definition.schema);
    const twice = encoder.encode(read(once), definition.schema);
    expectTrue(
      once.equals(twice),
      `a ${kind} of ${apiVersion} that was read and written again is another one`,
    );
  },
};
