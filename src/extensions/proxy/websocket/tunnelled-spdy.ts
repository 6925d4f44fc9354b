import type { ClientRequest } from 'node:http';
import type { Request, Response } from 'express';
import { createWebSocketStream } from 'ws';
import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { dialErrorText, proxyError } from '../node/dial-error.ts';
import { splice } from '../tunnel/splice.ts';
import { passOn } from '../tunnel/upgrade.ts';
import { answerTo } from '../tunnel/upgrade-answer.ts';
import { acceptWebSocket } from './accept.ts';
import { ofTunnel } from './protocols.ts';

/**
 * Carries SPDY in the messages of a WebSocket: the bytes of both connections go to each other, wherever a message ends.
 * The agent is asked first; its refusal goes to the client as it is.
 */
export async function tunnelSpdy(
  request: Request,
  response: Response,
  outgoing: ClientRequest,
  address: Address,
  bytesPerSecond: number,
): Promise<void> {
  const giveUp = (): void => void outgoing.destroy();
  response.once('close', giveUp);
  if (response.destroyed) return giveUp();
  const answer = await answerTo(outgoing).catch((error: NodeJS.ErrnoException) => {
    if (response.destroyed) return undefined;
    if (error instanceof StatusError) throw error;
    throw proxyError(`error dialing backend: ${dialErrorText(error, address)}`);
  });
  if (answer === undefined) return;
  const { message, socket, head } = answer;
  const code = message.statusCode!;
  if (code >= 400) return passOn(message, response);
  if (code !== 101 || socket === undefined) {
    giveUp();
    throw proxyError(`invalid upgrade response: status code ${code}`);
  }
  response.off('close', giveUp);
  const protocol = ofTunnel(String(message.headers['x-stream-protocol-version'] ?? ''));
  const accepted = acceptWebSocket(request, response, protocol);
  if (accepted === undefined) return void socket.destroy();
  const { webSocket } = accepted;
  webSocket.on('message', (_, isBinary) => {
    if (!isBinary) webSocket.close(1003);
  });
  const stream = createWebSocketStream(webSocket);
  if (head !== undefined && head.length > 0) stream.write(head);
  splice(stream, socket, bytesPerSecond);
}
