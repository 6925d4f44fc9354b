import type { ClientRequest } from 'node:http';
import type { Request, Response } from 'express';
import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { askForUpgrade } from '../tunnel/ask.ts';
import { splice } from '../tunnel/splice.ts';
import { acceptWebSocket } from './accept.ts';
import { MessageStream } from './message-stream.ts';
import { ofTunnel } from './protocols.ts';

export interface TunnelOptions {
  /** Limit, each way; 0: none. */
  bytesPerSecond: number;
  /** Called once, with the status of the answer. */
  began?: ((code: number) => void) | undefined;
}

/**
 * Carries SPDY in the messages of a WebSocket: the bytes of both connections go to each other, wherever a message ends.
 * The agent is asked first; its refusal goes to the client as it is.
 */
export async function tunnelSpdy(
  request: Request,
  response: Response,
  outgoing: ClientRequest,
  address: Address,
  { bytesPerSecond, began }: TunnelOptions,
): Promise<void> {
  const upgraded = await askForUpgrade(response, outgoing, address).catch((error: unknown) => {
    began?.(error instanceof StatusError ? error.code : 500);
    throw error;
  });
  if (upgraded === undefined) return began?.(response.statusCode);
  const { message, socket, head } = upgraded;
  const protocol = ofTunnel(String(message.headers['x-stream-protocol-version'] ?? ''));
  const stream = new MessageStream();
  const webSocket = acceptWebSocket(request, response, protocol, stream);
  began?.(webSocket === undefined ? 400 : 101);
  if (webSocket === undefined) return void socket.destroy();
  stream.attach(webSocket);
  if (head.length > 0) stream.write(head);
  splice(stream, socket, bytesPerSecond);
}
