/** Bytes of a mask, which is applied again and again. */
export const maskLength = 4;

/**
 * Applies the mask of a client's frame in place: the bytes came from a socket, and nobody else has them. `from`: where
 * in the mask they begin. Whole words at a time, as a client may send tens of megabytes in a turn.
 */
export function unmask(bytes: Buffer, mask: Buffer, from: number): void {
  const { buffer, byteOffset, length } = bytes;
  if (length < 2 * maskLength) return unmaskBytes(bytes, mask, from);
  const first = (maskLength - (byteOffset % maskLength)) % maskLength;
  const words = new Int32Array(buffer, byteOffset + first, Math.floor((length - first) / maskLength));
  const rest = first + words.byteLength;
  unmaskBytes(bytes.subarray(0, first), mask, from);
  const word = rotated(mask, from + first);
  for (let at = 0; at < words.length; at++) words[at]! ^= word;
  unmaskBytes(bytes.subarray(rest), mask, from + rest);
}

function unmaskBytes(bytes: Buffer, mask: Buffer, from: number): void {
  for (let at = 0; at < bytes.length; at++) bytes[at]! ^= mask[(from + at) % maskLength]!;
}

/** The mask as the machine reads a word of it that begins there. */
function rotated(mask: Buffer, from: number): number {
  const bytes = Uint8Array.from(mask, (_, at) => mask[(from + at) % maskLength]!);
  return new Int32Array(bytes.buffer)[0]!;
}
