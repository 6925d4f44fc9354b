import { expect, test } from 'vitest';
import { decodeWatchFrame } from '../../../../test/support/protobuf-messages.ts';
import { hex } from '../../../../test/support/unit/protobuf-structs.ts';
import { DecodeError } from '../json.ts';
import { encodeWatchFrame } from './watch-frame.ts';

const golden = hex('00 00 00 0d   0a 05 41 44 44 45 44   12 04 0a 02 ab cd');

test('a watch frame is a length and an event without the prefix', () => {
  expect(encodeWatchFrame({ type: 'ADDED', object: hex('ab cd') }).toString('hex')).toBe(
    golden.toString('hex'),
  );
});

test('the first watch frame of a stream is decoded once it is complete', () => {
  for (let size = 0; size < golden.length; size++)
    expect(decodeWatchFrame(golden.subarray(0, size))).toBeUndefined();
  const { frame, size } = decodeWatchFrame(Buffer.concat([golden, golden]))!;
  expect([frame.type, Buffer.from(frame.object).toString('hex'), size]).toEqual([
    'ADDED',
    'abcd',
    golden.length,
  ]);
});

test('a watch event without an object is rejected', () => {
  expect(() => decodeWatchFrame(hex('00 00 00 03 0a 01 41'))).toThrow(DecodeError);
});
