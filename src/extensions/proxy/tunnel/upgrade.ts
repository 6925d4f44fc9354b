import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { badRequest } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { takeConnection } from '../../../server/http/upgrade.ts';
import { askForUpgrade } from './ask.ts';
import { splice } from './splice.ts';

/** Passes a request on that upgrades its connection. After a 101 the bytes of both connections go to each other. */
export async function tunnel(
  request: Request,
  response: Response,
  outgoing: ClientRequest,
  address: Address,
  bytesPerSecond = 0,
): Promise<void> {
  const upgraded = await askForUpgrade(response, outgoing, address);
  if (upgraded === undefined) return;
  const { message, socket, head } = upgraded;
  const taken = takeConnection(request);
  if (taken === undefined) {
    socket.destroy();
    throw badRequest('Upgrade request required');
  }
  // For the request metrics.
  response.statusCode = 101;
  taken.socket.write(headOf(message));
  if (head.length > 0) socket.unshift(head);
  if (taken.head.length > 0) taken.socket.unshift(taken.head);
  splice(taken.socket, socket, bytesPerSecond);
}

function headOf({ rawHeaders, statusMessage }: IncomingMessage): string {
  const lines = [`HTTP/1.1 101 ${statusMessage || 'Switching Protocols'}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return [...lines, '', ''].join('\r\n');
}
