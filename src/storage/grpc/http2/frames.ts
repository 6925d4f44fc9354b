/** The frames of HTTP/2 (RFC 9113, sections 4 and 6): what they are called, and how they stand among bytes. */

export const FrameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FrameFlag = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export const Setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
} as const;

/** Reasons for which a stream or a connection is ended. */
export const ErrorCode = { none: 0, flowControl: 3, frameSize: 6, refusedStream: 7, cancel: 8 } as const;

/** Bytes that a frame may have beside its head, unless its receiver says otherwise. */
export const usualFrameSize = 16_384;

const headLength = 9;

/** A frame to send. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const bytes = Buffer.allocUnsafe(headLength + payload.length);
  writeHead(bytes, type, flags, stream, payload.length);
  payload.copy(bytes, headLength);
  return bytes;
}

/** The bytes before the payload of a frame. */
export function frameHead(type: number, flags: number, stream: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(headLength);
  writeHead(bytes, type, flags, stream, length);
  return bytes;
}

/** The frames of a block of header fields. */
export function headerFrames(stream: number, block: Buffer, maxFrameSize: number): Buffer {
  if (block.length <= maxFrameSize) return frame(FrameType.headers, FrameFlag.endHeaders, stream, block);
  const frames = [frame(FrameType.headers, 0, stream, block.subarray(0, maxFrameSize))];
  for (let at = maxFrameSize; at < block.length; at += maxFrameSize) {
    const end = at + maxFrameSize;
    const flags = end < block.length ? 0 : FrameFlag.endHeaders;
    frames.push(frame(FrameType.continuation, flags, stream, block.subarray(at, end)));
  }
  return Buffer.concat(frames);
}

/** A frame whose payload is one number of four bytes. */
export function numberFrame(type: number, stream: number, number: number): Buffer {
  const bytes = Buffer.allocUnsafe(headLength + 4);
  writeHead(bytes, type, 0, stream, 4);
  bytes.writeUInt32BE(number, headLength);
  return bytes;
}

/** `values`: pairs of a setting and its value. */
export function settingsFrame(values: readonly (readonly [setting: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(values.length * 6);
  for (const [at, [setting, value]] of values.entries()) {
    payload.writeUInt16BE(setting, at * 6);
    payload.writeUInt32BE(value, at * 6 + 2);
  }
  return frame(FrameType.settings, 0, 0, payload);
}

function writeHead(bytes: Buffer, type: number, flags: number, stream: number, length: number): void {
  bytes.writeUIntBE(length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
}

export interface Frame {
  type: number;
  flags: number;
  stream: number;
  /** Shares the memory of the chunk that it came in, where it came in one. */
  payload: Buffer;
}

/** Finds the frames in the bytes of a connection. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  /** The beginning of a frame whose end has not come. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  /** Throws an Error for a frame that is longer than it may be; what is no HTTP/2 looks like one. */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= headLength) {
      const length = bytes.readUIntBE(at, 3);
      if (length > usualFrameSize) throw new Error('Protocol error: a frame that is too long');
      const end = at + headLength + length;
      if (end > bytes.length) break;
      const payload = bytes.subarray(at + headLength, end);
      const [type, flags] = [bytes[at + 3]!, bytes[at + 4]!];
      this.#onFrame({ type, flags, stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff, payload });
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}

/** Content of a frame of header fields or data, without what fills it up. Throws an Error where that is longer than the frame. */
export function contentOf({ type, flags, payload }: Frame): Buffer {
  let start = 0;
  let end = payload.length;
  if (flags & FrameFlag.padded) {
    start = 1;
    end -= payload[0] ?? 0;
  }
  if (type === FrameType.headers && flags & FrameFlag.priority) start += 5;
  if (start > end) throw new Error('Protocol error: a frame of nothing but padding');
  return payload.subarray(start, end);
}
