import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The text that RFC 6455 appends to the key of a client, so that the answer is that of a WebSocket server. */
const suffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const key = /^[+/0-9A-Za-z]{22}==$/;
const version = '13';

/**
 * Answers the opening handshake of a WebSocket: of this protocol, or of none. False when the client was refused: then
 * its connection ends.
 */
export function answerHandshake(request: IncomingMessage, socket: Duplex, protocol = ''): boolean {
  const { method, headers } = request;
  const given = headers['sec-websocket-key'] ?? '';
  if (method !== 'GET') return refuse(socket, '405 Method Not Allowed', 'Invalid HTTP method');
  if (headers.upgrade?.toLowerCase() !== 'websocket')
    return refuse(socket, '400 Bad Request', 'Invalid Upgrade header');
  if (!key.test(given))
    return refuse(socket, '400 Bad Request', 'Missing or invalid Sec-WebSocket-Key header');
  if (headers['sec-websocket-version'] !== version) {
    const text = 'Missing or invalid Sec-WebSocket-Version header';
    return refuse(socket, '400 Bad Request', text, [`Sec-WebSocket-Version: ${version}`]);
  }
  const accept = createHash('sha1')
    .update(given + suffix)
    .digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  lines.push(`Sec-WebSocket-Accept: ${accept}`);
  if (protocol !== '') lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
  socket.write([...lines, '', ''].join('\r\n'));
  return true;
}

function refuse(socket: Duplex, status: string, text: string, headers: readonly string[] = []): false {
  const lines = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Type: text/plain', ...headers];
  socket.once('finish', () => socket.destroy());
  socket.end([...lines, `Content-Length: ${text.length}`, '', text].join('\r\n'));
  return false;
}
