/** A frame of a WebSocket as clients send it: masked. `first`: its first byte, the kind of frame. */
export function clientFrame(first: number, payload: Buffer | string): Buffer {
  const masked = Buffer.from(payload);
  const mask = Buffer.from('37fa213d', 'hex');
  for (let at = 0; at < masked.length; at++) masked[at]! ^= mask[at % 4]!;
  const { length } = masked;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2);
  else if (length >= 126) head.writeUInt16BE(length, 2);
  return Buffer.concat([head, mask, masked]);
}
