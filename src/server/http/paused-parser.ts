import type { Duplex } from 'node:stream';

const ignore = (): void => {};

/**
 * Keeps bytes that reached the HTTP/1.1 parser while Node had paused it; false for any other error. Node pauses the
 * parser while an answer waits to be sent, but several TLS records can be decrypted in one go and then go on coming:
 * without this a large body behind a large answer ends its connection with HPE_PAUSED.
 */
export function deferPaused(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): boolean {
  if (error.code !== 'HPE_PAUSED' || error.rawPacket === undefined) return false;
  // A listener of data makes Node read through the stream, which waits while it is paused, instead of past it.
  socket.on('data', ignore).off('data', ignore);
  socket.push(error.rawPacket);
  return true;
}
