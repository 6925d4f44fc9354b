import { expect, test } from 'vitest';
import { decodeWatchFrame } from '../../../test/support/protobuf-messages.ts';
import { plainJson } from '../../api/codec/negotiation.ts';
import { encodeStatus } from '../../api/codec/protobuf/status.ts';
import { expired } from '../../api/meta/status.ts';
import { errorEvent } from './event-encoders.ts';

const status = expired('too old').toStatus();

test('the end of a watch is an event like the others, in the form of the stream', () => {
  expect(JSON.parse(errorEvent(status, plainJson).toString())).toEqual({ type: 'ERROR', object: status });
  const bytes = errorEvent(status, { ...plainJson, isProtobuf: true });
  const { frame, size } = decodeWatchFrame(bytes)!;
  expect([frame.type, size]).toEqual(['ERROR', bytes.length]);
  expect(Buffer.from(frame.object).equals(encodeStatus(status))).toBe(true);
});
