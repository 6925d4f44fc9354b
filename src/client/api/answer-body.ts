import type { StatusError } from '../../api/meta/status.ts';
import { CallError } from '../call-error.ts';
import type { ApiCall } from './api-call.ts';
import { errorOf } from './api-error.ts';
import { failure } from './http1-request.ts';
import type { WireAnswer } from './wire.ts';

/** Bytes of the answer to a request that failed. */
const maxErrorBytes = 65_536;

/** The pieces of a body. Rejects with a CallError when it breaks off, and with the signal's reason. */
export async function* piecesOf(
  { method, path }: ApiCall,
  { body }: WireAnswer,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield piece as Buffer;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CallError ? error : failure(`${method} ${path}`, '', error as Error);
  }
}

/** The whole body, or its beginning. */
export async function bodyOf(
  call: ApiCall,
  answer: WireAnswer,
  signal: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(call, answer, signal)) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(pieces);
}

/** The error that an answer without success stands for. */
export async function readError(
  call: ApiCall,
  answer: WireAnswer,
  signal: AbortSignal,
): Promise<StatusError> {
  return errorOf(call, answer, await bodyOf(call, answer, signal, maxErrorBytes));
}
