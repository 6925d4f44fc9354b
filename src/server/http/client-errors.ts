import type { Duplex } from 'node:stream';
import { deferPaused } from './paused-parser.ts';
import { type Refusal, refusalText } from './refusal.ts';

/** How long a peer that was refused may take to read why. */
const lingerTime = 1_000;

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { code: 431, reason: 'Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 413, reason: 'Content Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 408, reason: 'Request Timeout' },
};
const badRequest: Refusal = { code: 400, reason: 'Bad Request' };

/**
 * What came in is not HTTP/1.1, or came too slowly, or the connection broke (also within the TLS handshake,
 * when nothing can be said). Called again for what follows on the same connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed || deferPaused(error, socket)) return;
  const code = error.code ?? '';
  const unanswerable = !code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT';
  if (unanswerable || !socket.writable || answerBegun(socket)) {
    socket.destroy();
    return;
  }
  socket.end(refusalText(refusals[code] ?? badRequest));
  // Closed at once, a peer that still sends would get a reset instead of the answer.
  setTimeout(() => socket.destroy(), lingerTime).unref();
}

/** Whether the answer to an earlier request is on the wire already. Node keeps the current one on the socket. */
function answerBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;
}
