import { describe, expect, it } from 'vitest';
import { messageFrame, withFirstPayload } from './frames.ts';

describe('a message from a server', () => {
  it.each([
    [0, '8100'],
    [5, '8105'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ])('of %i bytes', (length, head) => {
    const frame = messageFrame(Buffer.alloc(length, 'x'), false);
    expect(frame.subarray(0, head.length / 2).toString('hex')).toBe(head);
    expect(frame.length).toBe(head.length / 2 + length);
  });

  it('of Protobuf is binary, and its length is not in it a second time', () => {
    expect(messageFrame(Buffer.from('00000003aabbcc', 'hex'), true).toString('hex')).toBe('8203aabbcc');
  });

  it.each([3, 200, 70_000])('can be changed where it is the first of several: %i bytes', (length) => {
    const first = messageFrame(Buffer.alloc(length, 'x'), false);
    const rest = messageFrame(Buffer.from('rest'), false);
    const changed = withFirstPayload(Buffer.concat([first, rest]), (payload) => {
      expect(payload.equals(Buffer.alloc(length, 'x'))).toBe(true);
      return Buffer.from('y'.repeat(300));
    });
    expect(changed.equals(Buffer.concat([messageFrame(Buffer.from('y'.repeat(300)), false), rest]))).toBe(
      true,
    );
  });
});
