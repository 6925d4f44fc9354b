import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../../storage/watch-cache/event.ts';

const text = 0x81;
const binary = 0x82;

/** The length that stands before each event of a stream of Protobuf; messages have a length of their own. */
const streamPrefix = 4;

/** An event, framed as for a stream, as one whole message from a server. */
export function messageFrame(event: Buffer, isProtobuf: boolean): Buffer {
  return frame(isProtobuf ? binary : text, isProtobuf ? event.subarray(streamPrefix) : event);
}

/**
 * Final, not masked: the kind of message, the length in 7, 16 or 64 bits, the payload.
 *
 *     81 05 68 65 6c 6c 6f    "hello"
 */
export function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  if (length < 126) head[1] = length;
  else if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The same frames with the payload of the first of them changed. */
export function withFirstPayload(frames: Buffer, change: (payload: Buffer) => Buffer): Buffer {
  const short = frames[1]!;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  const length =
    short < 126 ? short : short === 126 ? frames.readUInt16BE(2) : Number(frames.readBigUInt64BE(2));
  const end = start + length;
  return Buffer.concat([frame(frames[0]!, change(frames.subarray(start, end))), frames.subarray(end)]);
}

/** The events of an encoder, each as one message. */
export class MessageEvents implements EventEncoder {
  readonly id: string;
  readonly #inner: EventEncoder;
  readonly #isProtobuf: boolean;

  constructor(inner: EventEncoder, isProtobuf: boolean) {
    this.id = `message ${inner.id}`;
    this.#inner = inner;
    this.#isProtobuf = isProtobuf;
  }

  frame(type: EventType, entry: CacheEntry, object?: ApiObject): Buffer {
    return messageFrame(this.#inner.frame(type, entry, object), this.#isProtobuf);
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return messageFrame(this.#inner.bookmark(revision, endsInitialEvents), this.#isProtobuf);
  }
}
