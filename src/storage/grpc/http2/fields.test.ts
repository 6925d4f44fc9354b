import { describe, expect, it } from 'vitest';
import { FieldBlocks } from './field-blocks.ts';
import { readFields } from './field-reader.ts';
import { FieldWriter } from './field-writer.ts';
import { FrameFlag, FrameType } from './frames.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a block is read', () => {
  it.each([
    ['a field of the static table', '88', { ':status': '200' }],
    ['a name of the static table', '5f 01 78', { 'content-type': 'x' }],
    ['a name of the static table beyond 15', '0f 10 01 78', { 'content-type': 'x' }],
    ['both as they are', '40 01 61 01 62', { a: 'b' }],
    ['never to be kept', '10 01 61 01 62', { a: 'b' }],
    ['the size of a table before it', '20 88', { ':status': '200' }],
    ['a length beyond a byte', `00 01 61 7f 49 ${'62'.repeat(200)}`, { a: 'b'.repeat(200) }],
    ['a name that objects have', '00 09 5f5f70726f746f5f5f 01 62', Object.fromEntries([['__proto__', 'b']])],
  ])('with %s', (_, block, fields) => {
    expect(Object.entries(readFields(hex(block)))).toEqual(Object.entries(fields));
  });
});

it.each([
  ['a field of a table that is not kept', 'be'],
  ['field 0', '80'],
  ['a text that ends too early', '00 01 61 05 62'],
  ['a number that does not end', '00 01 61 7f ff ff ff ff ff 01'],
  ['a name without a value', '00 01 61'],
  ['a text in a code that is none', '00 01 61 81 18'],
])('a block with %s is refused', (_, block) => {
  expect(() => readFields(hex(block))).toThrow('Protocol error: header fields that cannot be read');
});

describe('a block is written', () => {
  const method = { ':method': 'POST', ':path': '/a' };

  it('with fields that are in the table from the second time on', () => {
    const writer = new FieldWriter();
    const first = writer.write([method], { own: 'x' });
    expect(Object.entries(readFields(first))).toEqual([...Object.entries(method), ['own', 'x']]);
    // 62 is the newest field of the table, 63 the one before it.
    expect(writer.write([method], {})).toEqual(hex('bf be'));
    writer.write([{ ':path': '/b' }], {});
    expect(writer.write([method], {})).toEqual(hex('c0 bf'));
  });

  it('with fields as they are when the table is full', () => {
    const writer = new FieldWriter();
    const large = { large: 'x'.repeat(4000) };
    writer.write([large, method], {});
    expect(writer.write([large, method], {})).toEqual(
      Buffer.concat([hex('bf be'), hex('00 05'), Buffer.from(':path'), hex('02'), Buffer.from('/a')]),
    );
  });

  it('without a table for a peer that keeps none, which is told once', () => {
    const writer = new FieldWriter();
    writer.write([method], {});
    writer.limitTable(0);
    const [told, next] = [writer.write([method], {}), writer.write([method], {})];
    expect(told).toEqual(Buffer.concat([hex('20'), next]));
    expect(next[0]).toBe(0);
  });
});

describe('frames of a block', () => {
  const part = (type: number, flags: number, payload: string, stream = 1) => ({
    type,
    flags,
    stream,
    payload: hex(payload),
  });

  it('are put together, without padding and priority', () => {
    const blocks = new FieldBlocks();
    const flags = FrameFlag.endStream | FrameFlag.padded | FrameFlag.priority;
    expect(blocks.add(part(FrameType.headers, flags, '02 0000000000 00 01 0000'))).toBeUndefined();
    expect(blocks.isUnfinished).toBe(true);
    expect(blocks.add(part(FrameType.continuation, FrameFlag.endHeaders, '61 01 62'))).toEqual({
      stream: 1,
      fields: expect.objectContaining({ a: 'b' }),
      isEnd: true,
    });
    expect(blocks.isUnfinished).toBe(false);
  });

  it.each([
    ['begin with a continuation', [part(FrameType.continuation, 0, '')]],
    ['are interrupted', [part(FrameType.headers, 0, ''), part(FrameType.data, 0, '')]],
    ['go on in another stream', [part(FrameType.headers, 0, ''), part(FrameType.continuation, 0, '', 3)]],
    ['are more than 64 KiB', [part(FrameType.headers, 0, '00'.repeat(70_000))]],
    ['are nothing but padding', [part(FrameType.headers, FrameFlag.padded, '09 00')]],
  ])('are refused when they %s', (_, frames) => {
    const blocks = new FieldBlocks();
    expect(() => frames.forEach((one) => blocks.add(one))).toThrow('Protocol error');
  });
});
