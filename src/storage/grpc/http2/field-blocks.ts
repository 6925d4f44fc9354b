import { type Fields, readFields } from './field-reader.ts';
import { contentOf, type Frame, FrameFlag, FrameType } from './frames.ts';

/** Bytes of a block. */
const maxBlock = 64 * 1024;

/** Blocks that need not be read again: answers have the same few. */
const maxKept = 32;

/** Header fields of a stream, and whether nothing follows them. */
export interface FieldBlock {
  stream: number;
  fields: Fields;
  isEnd: boolean;
}

/** Puts blocks of header fields together from their frames, and reads them. */
export class FieldBlocks {
  readonly #kept = new Map<string, Fields>();
  /** The frame that a block began with, and all its parts so far. */
  #begun: { head: Frame; parts: Buffer[]; length: number } | undefined;

  /** Whether the next frame has to be the rest of a block. */
  get isUnfinished(): boolean {
    return this.#begun !== undefined;
  }

  /** The block that ends with this frame, if any. Throws an Error for frames in an order that is none, and for large blocks. */
  add(one: Frame): FieldBlock | undefined {
    const begun = this.#begun ?? { head: one, parts: [], length: 0 };
    const isNext =
      this.#begun === undefined
        ? one.type === FrameType.headers
        : one.type === FrameType.continuation && one.stream === begun.head.stream;
    if (!isNext) throw new Error('Protocol error: header fields are interrupted');
    const part = one.type === FrameType.headers ? contentOf(one) : one.payload;
    begun.parts.push(part);
    begun.length += part.length;
    if (begun.length > maxBlock) throw new Error('Protocol error: too many header fields');
    const isWhole = (one.flags & FrameFlag.endHeaders) !== 0;
    this.#begun = isWhole ? undefined : begun;
    if (!isWhole) return undefined;
    const { head, parts } = begun;
    const fields = this.#read(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    return { stream: head.stream, fields, isEnd: (head.flags & FrameFlag.endStream) !== 0 };
  }

  #read(block: Buffer): Fields {
    const key = block.toString('latin1');
    let fields = this.#kept.get(key);
    if (fields === undefined) {
      fields = readFields(block);
      if (this.#kept.size < maxKept) this.#kept.set(key, fields);
    }
    return fields;
  }
}
