import { describe, expect, it, test } from 'vitest';
import { framed, MessageReader } from './framing.ts';

function reading() {
  const messages: string[] = [];
  const reader = new MessageReader((message) => messages.push(message.toString()));
  return { messages, reader };
}

test('a message is preceded by a zero and its length', () => {
  expect(Buffer.concat(framed(Buffer.from('abc')))).toEqual(Buffer.from([0, 0, 0, 0, 3, 0x61, 0x62, 0x63]));
});

const sent = ['hello', '', 'x'.repeat(300), 'bye'];
const stream = Buffer.concat(sent.flatMap((text) => framed(Buffer.from(text))));

describe('messages are found, whatever the chunks that they come in', () => {
  it.each([1, 2, 4, 5, 6, 7, 11, 100, 310, stream.length])('of %i bytes', (size) => {
    const { messages, reader } = reading();
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    expect(messages).toEqual(sent);
    expect(reader.isInsideMessage).toBe(false);
  });

  it('of any two parts', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const { messages, reader } = reading();
      reader.push(stream.subarray(0, cut));
      reader.push(stream.subarray(cut));
      expect(messages).toEqual(sent);
    }
  });
});

it.each([
  ['in the middle of a prefix', 3],
  ['right after a prefix', 5],
  ['in the middle of a message', 8],
])('a stream that ends %s is known to', (_, length) => {
  const { messages, reader } = reading();
  reader.push(stream.subarray(0, length));
  expect(messages).toEqual([]);
  expect(reader.isInsideMessage).toBe(true);
});

it('a message that says it is compressed is refused, also when it comes in parts', () => {
  const compressed = Buffer.from([1, 0, 0, 0, 1, 0x61]);
  expect(() => reading().reader.push(compressed)).toThrow('a message is compressed');
  const { reader } = reading();
  reader.push(compressed.subarray(0, 2));
  expect(() => reader.push(compressed.subarray(2))).toThrow('a message is compressed');
});

it('a message that says it is longer than it may be is refused before there is room for it', () => {
  const reader = new MessageReader(() => {}, 3);
  reader.push(Buffer.concat(framed(Buffer.from('abc'))));
  expect(() => reader.push(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))).toThrow(
    'a message of more than 3 bytes',
  );
});
