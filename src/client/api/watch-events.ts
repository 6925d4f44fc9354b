import { parseOwnJson } from '../../api/codec/json.ts';
import { type Status, StatusError } from '../../api/meta/status.ts';
import { piecesOf, readError } from './answer-body.ts';
import type { ApiCall } from './api-call.ts';
import type { WireAnswer } from './wire.ts';

export interface WatchEvent<T> {
  type: 'ADDED' | 'BOOKMARK' | 'DELETED' | 'MODIFIED';
  object: T;
}

const newline = 0x0a;

/**
 * The events of the answer to a watch, in order. Rejects with the Status of a refusal or of an ERROR event, with a
 * CallError when the connection breaks, and with the reason of the signal.
 */
export async function* watchEvents<T>(
  call: ApiCall,
  answer: WireAnswer,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  if (answer.status !== 200) throw await readError(call, answer, signal);
  for await (const line of linesOf(piecesOf(call, answer, signal))) {
    const event = parseOwnJson(line) as { type: string; object: unknown };
    if (event.type === 'ERROR') throw statusError(event.object as Status);
    yield event as WatchEvent<T>;
  }
}

function statusError({ code = 500, reason, message = '', details }: Status): StatusError {
  return new StatusError(code, reason, message, details);
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const piece of pieces) {
    let rest = piece;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      parts.push(rest.subarray(0, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
}
