import { describe, expect, test } from 'vitest';
import { hex } from '../../../../test/support/unit/protobuf-structs.ts';
import { DecodeError } from '../json.ts';
import { decodeEnvelope, encodeEnvelope } from './envelope.ts';

const golden = hex('6b 38 73 00  0a 09 0a 02 76 31 12 03 50 6f 64  12 02 0a 00  1a 00 22 00');

test('an envelope has the prefix, kind and apiVersion, the object, and two empty fields', () => {
  expect(encodeEnvelope('v1', 'Pod', hex('0a 00')).toString('hex')).toBe(golden.toString('hex'));
});

test('a decoded envelope has the encoded kind, apiVersion and object', () => {
  const { apiVersion, kind, raw } = decodeEnvelope(golden);
  expect([apiVersion, kind, Buffer.from(raw).toString('hex')]).toEqual(['v1', 'Pod', '0a00']);
});

test('the length of a large object is encoded', () => {
  const raw = Buffer.alloc(100_000, 7);
  expect(Buffer.from(decodeEnvelope(encodeEnvelope('apps/v1', 'Deployment', raw)).raw).equals(raw)).toBe(
    true,
  );
});

describe('bytes that are not an envelope', () => {
  const noPrefix = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';
  test.each([
    ['nothing', '', 'empty data'],
    ['JSON', '7b 7d', noPrefix],
    ['half a prefix', '6b 38', noPrefix],
    ['a prefix alone', '6b 38 73 00', 'empty body'],
    ['an object that is cut', '6b 38 73 00 12 05 0a', 'unexpected EOF'],
    ['an encoding', '6b 38 73 00 1a 01 78', 'content encoding x of the object is not supported'],
  ])('%s is rejected', (_, text, message) => {
    expect(() => decodeEnvelope(hex(text))).toThrow(new DecodeError(message));
  });
});
