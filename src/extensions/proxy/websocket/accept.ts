import type { Request, Response } from 'express';
import { type WebSocket, WebSocketServer } from 'ws';
import { badRequest } from '../../../api/meta/status.ts';
import { type TakenConnection, takeConnection } from '../../../server/http/upgrade.ts';

/** Bytes of one message of a client. */
const maxMessage = 32 * 1_048_576;

/** The code of a WebSocket that ends because everything has been said. */
export const normalClosure = 1000;

export interface AcceptedSocket {
  webSocket: WebSocket;
  socket: TakenConnection['socket'];
}

/** Makes the connection of a request a WebSocket of this protocol, or of none. Undefined when the handshake is refused. */
export function acceptWebSocket(
  request: Request,
  response: Response,
  protocol: string,
): AcceptedSocket | undefined {
  const taken = takeConnection(request);
  if (taken === undefined) throw badRequest('Upgrade request required');
  // For the request metrics.
  response.statusCode = 101;
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: maxMessage },
  });
  // Names of tunnels have a slash in them, which the library takes for a mistake.
  delete request.headers['sec-websocket-protocol'];
  if (protocol !== '') server.on('headers', (lines) => lines.push(`Sec-WebSocket-Protocol: ${protocol}`));
  let accepted: WebSocket | undefined;
  server.handleUpgrade(request, taken.socket, taken.head, (webSocket) => {
    accepted = webSocket;
  });
  // Errors of a client end its own connection only.
  accepted?.on('error', () => {});
  return accepted && { webSocket: accepted, socket: taken.socket };
}
