import { piecesOf, readError } from '../../client/api/answer-body.ts';
import type { ApiCall } from '../../client/api/api-call.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { Output } from '../shared/host.ts';

/** The log of one container. */
export interface LogSource {
  path: string;
  query: NonNullable<ApiCall['query']>;
  /** Before each line: `[pod/web/app] `; "" for nothing. */
  prefix: string;
}

const newline = 0x0a;
/** Bytes of a line that is held back until it ends; a longer one is printed in parts. */
const maxLine = 1_048_576;

/** Prints one log as it comes. `byLine`: others are printed at the same time, so that lines must stay whole. */
export async function printLog(
  client: ApiClient,
  { path, query, prefix }: LogSource,
  out: Output,
  byLine: boolean,
): Promise<void> {
  const signal = new AbortController().signal;
  const call: ApiCall = { method: 'GET', path, query, accept: 'application/json, */*' };
  const answer = await client.open(call, signal);
  if (answer.status !== 200) throw await readError(call, answer, signal);
  const pieces = piecesOf(call, answer, signal);
  const printed = byLine || prefix !== '' ? linesOf(pieces, Buffer.from(prefix)) : pieces;
  for await (const piece of printed) await out.write(piece);
}

/** Whole lines, as many as there are, each with the prefix. */
async function* linesOf(pieces: AsyncIterable<Buffer>, prefix: Buffer): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = all.lastIndexOf(newline) + 1;
    rest = all.subarray(end);
    if (end > 0) yield prefixed(all.subarray(0, end), prefix);
    if (rest.length < maxLine) continue;
    yield prefixed(rest, prefix);
    rest = Buffer.alloc(0);
  }
  if (rest.length > 0) yield prefixed(rest, prefix);
}

function prefixed(lines: Buffer, prefix: Buffer): Buffer {
  if (prefix.length === 0) return lines;
  const parts: Buffer[] = [];
  for (let at = 0; at < lines.length; ) {
    const found = lines.indexOf(newline, at);
    const end = found < 0 ? lines.length : found + 1;
    parts.push(prefix, lines.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
