import type { Request, Response } from 'express';
import { badRequest } from '../../../api/meta/status.ts';
import { takeConnection } from '../../../server/http/upgrade.ts';
import { answerHandshake } from '../../../server/websocket/handshake.ts';
import { ServerWebSocket, type WebSocketHandler } from '../../../server/websocket/server-web-socket.ts';

/**
 * Makes the connection of a request a WebSocket of this protocol, or of none. Undefined when the handshake is refused.
 * `isApart`: see ServerWebSocket.
 */
export function acceptWebSocket(
  request: Request,
  response: Response,
  protocol: string,
  handler: WebSocketHandler,
  isApart = false,
): ServerWebSocket | undefined {
  const taken = takeConnection(request);
  if (taken === undefined) throw badRequest('Upgrade request required');
  // For the request metrics.
  response.statusCode = 101;
  if (!answerHandshake(request, taken.socket, protocol)) return undefined;
  return new ServerWebSocket(taken.socket, taken.head, handler, isApart);
}
