/** One block of a PEM text. */
export interface PemBlock {
  label: string;
  hasHeaders: boolean;
  bytes: Buffer;
}

/** Longer PEM texts are rejected. A chain of thirty certificates has as many bytes. */
export const maxPemBytes = 64 * 1024;

const begin = '-----BEGIN ';
const end = '-----END ';
const close = '-----';
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Parses the blocks of a PEM text, in order; skips malformed blocks and text between blocks. Takes one pass: a block
 * cannot contain a BEGIN line, so that only the last BEGIN before an END can match it.
 */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let label: string | undefined;
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith(begin)) {
      label = labelOf(line, begin);
      lines = [];
    } else if (label !== undefined && line.startsWith(end)) {
      const block = labelOf(line, end) === label ? blockOf(label, lines) : undefined;
      if (block !== undefined) blocks.push(block);
      label = undefined;
    } else if (label !== undefined) {
      lines.push(line.trim());
    }
  }
  return blocks;
}

/** `CERTIFICATE` of `-----BEGIN CERTIFICATE-----`. */
function labelOf(line: string, start: string): string | undefined {
  const trimmed = line.trimEnd();
  const isWhole = trimmed.endsWith(close) && trimmed.length >= start.length + close.length;
  return isWhole ? trimmed.slice(start.length, -close.length) : undefined;
}

/** Undefined if the data is not base64. Headers are lines `Name: value` before the data. */
function blockOf(label: string, lines: readonly string[]): PemBlock | undefined {
  const first = lines.findIndex((line) => !line.includes(':'));
  const data = first === -1 ? '' : lines.slice(first).join('').replaceAll(/[ \t]/g, '');
  if (data.length % 4 !== 0 || !base64.test(data)) return undefined;
  return { label, hasHeaders: first !== 0 && lines.length > 0, bytes: Buffer.from(data, 'base64') };
}
