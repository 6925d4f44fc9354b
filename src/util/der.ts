/** A value in DER. */
export interface DerValue {
  tag: number;
  /** All bytes: tag, length and content. */
  bytes: Buffer;
  content: Buffer;
}

export const derSequence = 0x30;
export const derBitString = 0x03;
export const derOctetString = 0x04;

/** The first values in `bytes`, at most `max`. Throws if one of them is truncated, or is BER and not DER. */
export function derValues(bytes: Buffer, max: number): DerValue[] {
  const values: DerValue[] = [];
  for (let offset = 0; offset < bytes.length && values.length < max; ) {
    const value = readValue(bytes.subarray(offset));
    values.push(value);
    offset += value.bytes.length;
  }
  return values;
}

function readValue(bytes: Buffer): DerValue {
  const short = bytes[1] ?? 0;
  // BER: the content ends where two zero bytes say so.
  if (short === 0x80) throw new Error('asn1: syntax error: indefinite length found (not DER)');
  const count = short < 0x80 ? 0 : short & 0x7f;
  if (bytes.length < 2 + count || count > 4) throw new Error('asn1: syntax error: data truncated');
  const length = count === 0 ? short : bytes.readUIntBE(2, count);
  if (count > 0 && (length < 0x80 || bytes[2] === 0))
    throw new Error('asn1: structure error: non-minimal length');
  const end = 2 + count + length;
  if (end > bytes.length) throw new Error('asn1: syntax error: data truncated');
  return { tag: bytes[0]!, bytes: bytes.subarray(0, end), content: bytes.subarray(2 + count, end) };
}

/** A value in DER; `content` has less than 2 to the power of 32 bytes. */
export function derValue(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = Buffer.from(
    length
      .toString(16)
      .padStart(8, '0')
      .replace(/^(?:00)+/, ''),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}
