import { describe, expect, it } from 'vitest';
import { clientFrame } from '../../../test/support/unit/client-frames.ts';
import { ClientFrames } from './client-frames.ts';

const finalText = 0x81;
const finalBinary = 0x82;
const firstBinary = 0x02;
const middle = 0x00;
const last = 0x80;
const ping = 0x89;

function reader() {
  const messages: string[] = [];
  const controls: string[] = [];
  let longest = 0;
  let text = '';
  const frames = new ClientFrames({
    piece: (bytes, { isStart, isEnd, isText }) => {
      longest = Math.max(longest, bytes.length);
      text = (isStart ? '' : text) + bytes;
      if (isEnd) messages.push(`${isText ? 'text' : 'binary'} ${text}`);
    },
    control: (opcode, payload) => controls.push(`${opcode} ${payload}`),
  });
  return { frames, messages, controls, longest: () => longest };
}

/** Fresh ones each time: they are unmasked in place. */
const bytes = (): Buffer =>
  Buffer.concat([
    clientFrame(finalText, 'hello'),
    clientFrame(ping, 'here?'),
    clientFrame(firstBinary, 'in '),
    clientFrame(ping, ''),
    clientFrame(middle, ''),
    clientFrame(last, 'pieces'),
    clientFrame(finalBinary, 'x'.repeat(300)),
    clientFrame(finalBinary, ''),
  ]);
const messages = ['text hello', 'binary in pieces', `binary ${'x'.repeat(300)}`, 'binary '];
const controls = ['9 here?', '9 '];

describe('the frames of a client', () => {
  it('are the same wherever they are cut', () => {
    const { length } = bytes();
    for (let at = 1; at < length; at++) {
      const { frames, ...seen } = reader();
      frames.push(bytes().subarray(0, at));
      frames.push(bytes().subarray(at));
      expect([seen.messages, seen.controls]).toEqual([messages, controls]);
    }
  });

  it('are handed on as they come, however long their message is', () => {
    const { frames, longest } = reader();
    const head = Buffer.from('82ff0000010000000000' + '00000000', 'hex');
    frames.push(head);
    for (let at = 0; at < 100; at++) frames.push(Buffer.alloc(1_000));
    expect(longest()).toBe(1_000);
  });

  it('are unmasked from wherever they lie in memory, and begin', () => {
    const text = 'a word and a half, and more';
    for (let at = 0; at < 8; at++) {
      for (let cut = 0; cut < 12; cut++) {
        const frame = clientFrame(finalText, text);
        const placed = Buffer.concat([Buffer.alloc(at), frame]);
        const aligned = Buffer.from(new ArrayBuffer(placed.length));
        placed.copy(aligned);
        const { frames, messages } = reader();
        frames.push(aligned.subarray(at, at + cut));
        frames.push(aligned.subarray(at + cut));
        expect(messages).toEqual([`text ${text}`]);
      }
    }
  });

  it('wait while they are paused, also those that came already', () => {
    const seen: string[] = [];
    const frames = new ClientFrames({
      piece: (piece) => {
        seen.push(String(piece));
        frames.pause();
      },
      control: () => {},
    });
    frames.push(Buffer.concat([clientFrame(finalText, 'a'), clientFrame(finalText, 'b')]));
    frames.push(clientFrame(finalText, 'c'));
    expect(seen).toEqual(['a']);
    frames.resume();
    expect(seen).toEqual(['a', 'b']);
    frames.resume();
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['no mask', '8100'],
    ['a bit that means nothing here', 'c18000000000'],
    ['a kind that there is not', '838000000000'],
    ['a continuation of nothing', '808000000000'],
    ['a long ping', '89fe007e00000000'],
    ['a ping in parts', '098000000000'],
    ['a message within another', '018000000000818000000000'],
  ])('are refused with %s', (_, hex) => {
    expect(() => reader().frames.push(Buffer.from(hex, 'hex'))).toThrow();
  });
});
