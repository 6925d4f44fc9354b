/** Bytes that a length or another whole number from 0 to 2^53 takes. */
function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

/**
 * What stands before a field's bytes: its tag, below 0x80, and their number.
 *
 *     fieldHead(0x12, 300)  // 12 ac 02
 */
export function fieldHead(tag: number, length: number): Buffer {
  return startField(Buffer.allocUnsafe(1 + varintSize(length)), tag, length);
}

/**
 * A field that holds these bytes. In memory of its own, for it may be kept: a slice of a pool would keep the
 * whole pool.
 */
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
