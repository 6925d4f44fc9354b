import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { isUpgradable } from '../../../server/http/upgrade.ts';
import { goQuote } from '../../../util/quote.ts';
import { dialErrorText, hostPort, noAnswer, proxyError } from '../node/dial-error.ts';
import { sendLogMessages } from '../websocket/log-messages.ts';
import { isWebSocket, logProtocol } from '../websocket/protocols.ts';
import { logRefusal } from './log-refusal.ts';

/** Bytes of what an agent says in place of a log. */
const maxRefusal = 50_000;

/** A request for a log, on its way to the agent of a node. */
export interface SentLog {
  outgoing: ClientRequest;
  address: Address;
  path: string;
  pod: string;
}

/**
 * Sends the log to the client as it comes from the agent, and no faster than the client takes it. The agent is let go
 * with the client. Resolves at the end; rejects with a Status as long as nothing was sent.
 */
export async function streamLog(
  request: Request,
  response: Response,
  { outgoing, address, path, pod }: SentLog,
): Promise<void> {
  const givenUp = (): void => void outgoing.destroy();
  response.once('close', givenUp);
  if (response.destroyed) givenUp();
  const what = `Get ${goQuote(`https://${hostPort(address)}${path}`)}`;
  const answer = await answerOf(outgoing).catch((error: NodeJS.ErrnoException) => {
    if (response.destroyed) return undefined;
    if (error instanceof StatusError) throw error;
    throw proxyError(`${what}: ${dialErrorText(error, address)}`);
  });
  if (answer === undefined) return;
  const code = answer.statusCode!;
  if (code >= 300 && code < 400) {
    outgoing.destroy();
    throw proxyError(`${what}: redirects forbidden`);
  }
  if (code < 200 || code > 206) throw logRefusal(code, await beginning(answer), pod);
  if (isWebSocket(request) && isUpgradable(request)) {
    const protocol = logProtocol(request);
    if (protocol !== undefined) return sendLogMessages(request, response, answer, protocol);
    outgoing.destroy();
    return void response.status(403).end();
  }
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/plain');
  response.flushHeaders();
  await copy(answer, response);
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve).once('close', () => reject(noAnswer()));
    outgoing.on('error', reject).end();
  });
}

async function beginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxRefusal) break;
    }
  } catch {
    // An agent that breaks off has said what it said.
  }
  return Buffer.concat(chunks).subarray(0, maxRefusal).toString();
}

/** An agent that breaks off midway ends the log. */
function copy(from: IncomingMessage, to: Response): Promise<void> {
  return new Promise((resolve) => {
    to.once('close', resolve);
    from.once('error', () => to.end());
    from.pipe(to);
  });
}
