import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Response } from 'express';
import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { dialErrorText, proxyError } from '../node/dial-error.ts';
import { answerTo } from './upgrade-answer.ts';

/** Milliseconds for passing on a refusal. */
const refusalTimeout = 10_000;

/** A backend that has changed protocols. */
export interface Upgraded {
  message: IncomingMessage;
  socket: Duplex;
  /** The bytes that came with its answer. */
  head: Buffer;
}

/**
 * Asks a backend to upgrade, before the client has its answer. A refusal goes to the client as it is, and both
 * connections end, so that nothing more can be asked over them. Undefined then, and when the client has gone. Rejects
 * with a Status for everything else: of a redirect the client is shown nothing (CVE-2020-8559).
 */
export async function askForUpgrade(
  response: Response,
  outgoing: ClientRequest,
  address: Address,
): Promise<Upgraded | undefined> {
  const giveUp = (): void => void outgoing.destroy();
  response.once('close', giveUp);
  if (response.destroyed) return void giveUp();
  const answer = await answerTo(outgoing).catch((error: NodeJS.ErrnoException) => {
    if (response.destroyed) return undefined;
    if (error instanceof StatusError) throw error;
    throw proxyError(`error dialing backend: ${dialErrorText(error, address)}`);
  });
  if (answer === undefined) return undefined;
  const { message, socket, head = Buffer.alloc(0) } = answer;
  const code = message.statusCode!;
  if (code >= 400) return void (await passOn(message, response));
  if (code !== 101 || socket === undefined) {
    giveUp();
    throw proxyError(`invalid upgrade response: status code ${code}`);
  }
  response.off('close', giveUp);
  return { message, socket, head };
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
function passOn(message: IncomingMessage, response: Response): Promise<void> {
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
