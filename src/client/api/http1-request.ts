import type { Agent, IncomingMessage } from 'node:http';
import { connectionError } from '../call-error.ts';
import type { WireAnswer, WireCall } from './wire.ts';

// An import of the module would load all that it can be asked for: a client of WebSockets, 20 ms of a start.
const { request } = process.getBuiltinModule('node:http');

/** Sends a call over a connection of the agent, which opens what it needs. `host`: what the request calls the server. */
export function sendHttp1(
  agent: Agent,
  host: string,
  { method, path, headers, body, signal, mayGo }: WireCall,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ method, path, headers: { host, ...headers }, signal, agent });
    outgoing.once('response', (answer: IncomingMessage) => {
      // Who reads the body hears of it.
      answer.on('error', () => {});
      resolve({ status: answer.statusCode!, headers: answer.headers, body: answer });
    });
    // Nothing of the request has been written then: the agent may have had to open a connection.
    outgoing.once('socket', () => {
      try {
        mayGo?.();
      } catch (error) {
        reject(error);
        outgoing.destroy();
      }
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(signal.aborted ? signal.reason : failure(`${method} ${path}`, host, error));
    });
    outgoing.end(body);
  });
}

/** The error as `connectionError` maps it; an error without a code stays as it is. */
export function failure(what: string, host: string, error: Error): Error {
  if (error instanceof AggregateError && error.errors.length > 0)
    return failure(what, host, error.errors[0] as Error);
  try {
    return connectionError(what, host, error);
  } catch (unknown) {
    return unknown as Error;
  }
}
