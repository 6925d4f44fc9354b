import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { normalClosure } from '../../../server/websocket/server-web-socket.ts';
import { acceptWebSocket } from './accept.ts';

/** Bytes of a log in one message. */
const maxPiece = 2_048;

/**
 * Sends a log in messages of a WebSocket, after an empty one: bytes, or text in base64. Messages of the client are ignored.
 * `protocol`: that on which both have agreed; "" if the client offered none.
 */
export function sendLogMessages(
  request: Request,
  response: Response,
  log: IncomingMessage,
  protocol: string,
): void {
  const webSocket = acceptWebSocket(request, response, protocol, {
    piece: () => {},
    drained: () => log.resume(),
  });
  if (webSocket === undefined) return void log.destroy();
  const inBase64 = protocol.startsWith('base64.');
  const send = (piece: Buffer): void =>
    webSocket.send(inBase64 ? Buffer.from(piece.toString('base64')) : piece, inBase64);
  send(Buffer.alloc(0));
  webSocket.onClose(() => log.destroy());
  log.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += maxPiece) send(chunk.subarray(at, at + maxPiece));
    if (webSocket.isFull) log.pause();
  });
  log.once('close', () => webSocket.close(normalClosure));
  log.on('error', () => {});
}
