import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { controlFrame, dataHead, FrameReader, finFlag, frameTypes, HeaderWriter } from './frames.ts';

function read(chunks: readonly Buffer[]): unknown[] {
  const seen: unknown[] = [];
  const reader = new FrameReader({
    data: (stream, piece, isLast) => seen.push([stream, piece.toString(), isLast]),
    control: (type, body) => seen.push([type, body.toString('hex')]),
  });
  for (const chunk of chunks) reader.push(chunk);
  return seen;
}

const bytes = Buffer.concat([
  controlFrame(frameTypes.synReply, Buffer.from('00000001', 'hex')),
  dataHead(1, 5, 0),
  Buffer.from('hello'),
  dataHead(1, 0, finFlag),
]);
const whole = [
  [2, '00000001'],
  [1, 'hello', false],
  [1, '', true],
];

describe('frames', () => {
  it('are read as they come', () => expect(read([bytes])).toEqual(whole));

  it('are the same wherever they are cut', () => {
    for (let at = 1; at < bytes.length; at++) {
      const seen = read([bytes.subarray(0, at), bytes.subarray(at)]) as [number, string, boolean?][];
      const data = seen.filter(([, , isLast]) => isLast !== undefined);
      expect(seen.filter(([, , isLast]) => isLast === undefined)).toEqual([whole[0]]);
      expect(data.map(([, text]) => text).join('')).toBe('hello');
      expect(data.at(-1)![2]).toBe(true);
    }
  });

  it('of control that are too long are refused, and no memory is kept for them', () => {
    const long = controlFrame(frameTypes.ping, Buffer.alloc(0));
    long.writeUIntBE(70_000, 5, 3);
    expect(() => read([long])).toThrow('too long');
  });
});

it('headers of all streams are one stream of zlib', () => {
  const writer = new HeaderWriter();
  const blocks = [writer.block({ streamtype: 'error' }), writer.block({ streamtype: 'stdin', a: 'ä' })];
  // The end of the stream is never written.
  const plain = inflateSync(Buffer.concat(blocks), { finishFlush: 2 });
  const text = (value: string): string => {
    const encoded = Buffer.from(value);
    return encoded.length.toString(16).padStart(8, '0') + encoded.toString('hex');
  };
  const expected = `00000001${text('streamtype')}${text('error')}00000002${text('streamtype')}${text('stdin')}${text('a')}${text('ä')}`;
  expect(plain.toString('hex')).toBe(expected);
  // Without a flush at its end, a reader of the stream waits for more before it gives the headers out.
  for (const block of blocks) expect(block.subarray(-5).toString('hex')).toBe('000000ffff');
});
