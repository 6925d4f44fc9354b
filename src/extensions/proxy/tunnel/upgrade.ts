import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { badRequest, StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { takeConnection } from '../../../server/http/upgrade.ts';
import { dialErrorText, proxyError } from '../node/dial-error.ts';
import { splice } from './splice.ts';
import { answerTo } from './upgrade-answer.ts';

/** Milliseconds for passing on a refusal. */
const refusalTimeout = 10_000;

/**
 * Passes a request on that upgrades its connection. After a 101 the bytes of both connections go to each other; a
 * refusal goes to the client as it is, and both connections end, so that nothing more can be asked over them. Rejects
 * with a Status for everything else: of a redirect the client is shown nothing (CVE-2020-8559).
 */
export async function tunnel(
  request: Request,
  response: Response,
  outgoing: ClientRequest,
  address: Address,
  bytesPerSecond = 0,
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
  const taken = takeConnection(request);
  if (taken === undefined) {
    socket.destroy();
    throw badRequest('Upgrade request required');
  }
  response.off('close', giveUp);
  // For the request metrics.
  response.statusCode = code;
  taken.socket.write(headOf(message));
  if (head !== undefined && head.length > 0) taken.socket.write(head);
  if (taken.head.length > 0) socket.write(taken.head);
  splice(taken.socket, socket, bytesPerSecond);
}

/** About the connection between this server and the backend. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Forwards a refusal and ends both connections, so that no further request can be sent over them. */
export function passOn(message: IncomingMessage, response: Response): Promise<void> {
  response.statusCode = message.statusCode!;
  for (const [name, value] of Object.entries(message.headers)) {
    if (!ofConnection.has(name) && value !== undefined) response.appendHeader(name, value);
  }
  response.shouldKeepAlive = false;
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), refusalTimeout);
    response.once('close', () => {
      clearTimeout(timer);
      message.destroy();
      resolve();
    });
    message.once('error', () => response.destroy());
    message.pipe(response);
  });
}

function headOf({ rawHeaders, statusMessage }: IncomingMessage): string {
  const lines = [`HTTP/1.1 101 ${statusMessage || 'Switching Protocols'}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return [...lines, '', ''].join('\r\n');
}
