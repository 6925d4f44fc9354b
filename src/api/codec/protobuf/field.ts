/** Bytes of a varint from 0 to 2^53. */
function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

/**
 * Tag and length of a delimited field. `tag` must be below 0x80.
 *
 *     fieldHead(0x12, 300)  // 12 ac 02
 */
export function fieldHead(tag: number, length: number): Buffer {
  return startField(Buffer.allocUnsafe(1 + varintSize(length)), tag, length);
}

/** A field with these bytes. Not allocated from Node's pool, as it may be cached: a slice would retain the pool. */
export function delimitedField(tag: number, bytes: Uint8Array): Buffer {
  const start = 1 + varintSize(bytes.length);
  const field = startField(Buffer.allocUnsafeSlow(start + bytes.length), tag, bytes.length);
  field.set(bytes, start);
  return field;
}

function startField(target: Buffer, tag: number, length: number): Buffer {
  target[0] = tag;
  let at = 1;
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) target[at++] = (rest % 0x80) | 0x80;
  target[at] = rest;
  return target;
}
