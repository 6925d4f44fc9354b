import type { Duplex } from 'node:stream';
import { methodNotAllowed } from '../../api/meta/status.ts';
import { type HttpError, httpErrorText, statusText } from './http-error.ts';
import { deferPaused } from './paused-parser.ts';

/** Milliseconds in which a client may read the error before its connection is closed. */
const lingerTime = 1_000;

const httpErrors: Record<string, HttpError> = {
  HPE_HEADER_OVERFLOW: { code: 431, reason: 'Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 413, reason: 'Content Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 408, reason: 'Request Timeout' },
};
const badRequest: HttpError = { code: 400, reason: 'Bad Request' };

/** `rawPacket`: the bytes in which the parser found something that is not HTTP. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Handles 'clientError': bytes that are not HTTP/1.1, a header that came too slowly, or a broken connection (during the TLS
 * handshake too, when no answer is possible). Node calls it again for later bytes of the same connection.
 */
export function onClientError(error: ParserError, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed || deferPaused(error, socket)) return;
  const code = error.code ?? '';
  const unanswerable = !code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT';
  if (unanswerable || !socket.writable || responseBegun(socket)) {
    socket.destroy();
    return;
  }
  socket.end(answerTo(code, error.rawPacket));
  // Closed at once, a client that still sends would get a TCP reset instead of the response.
  setTimeout(() => socket.destroy(), lingerTime).unref();
}

/** Resources have no other methods than those that the parser knows: a request for one with another is told so. */
function answerTo(code: string, packet: Buffer | undefined): string {
  const start = packet?.subarray(0, 64).toString('latin1') ?? '';
  const isResource = /^[A-Z]{1,32} \/apis?\//.test(start);
  if (code === 'HPE_INVALID_METHOD' && isResource) return statusText(methodNotAllowed().toStatus());
  return httpErrorText(httpErrors[code] ?? badRequest);
}

/** Whether the response to an earlier request has begun. Node keeps the current response on the socket. */
function responseBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false;
}
