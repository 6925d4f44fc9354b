import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectionOf } from './connection.ts';

/** The protocols that are spoken here after a request of HTTP/1.1; asking for another one is ignored. */
const protocols = ['websocket', 'spdy/3.1'];

/** Not while an earlier request on the connection is still being answered: the bytes would mix. */
export function wantsUpgrade(request: IncomingMessage): boolean {
  const isSpoken = protocols.includes(request.headers.upgrade?.toLowerCase() ?? '');
  return isSpoken && !connectionOf(request.socket).busy;
}

/** A connection without HTTP on it any more: the bytes in `head` came first. */
export interface TakenConnection {
  socket: Duplex;
  head: Buffer;
}

const take = Symbol('take');

interface Upgradable {
  [take]?: () => TakenConnection;
}

/**
 * Node hands out the bare socket as soon as a client asks for another protocol. This makes a response for it
 * again, so that the request takes the way of every other one and can be refused there; a handler that speaks
 * the protocol calls takeConnection.
 */
export function upgradableResponse(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  Response: typeof ServerResponse,
): ServerResponse {
  const response = new Response(request);
  response.shouldKeepAlive = false;
  // assignSocket is declared for net.Socket, which a TLS socket is.
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  const flush = () => response.emit('drain');
  const end = () => socket.destroy();
  const abort = () => request.destroy();
  socket.on('error', abort).on('close', abort).on('drain', flush);
  response.once('finish', end);
  (request as Upgradable)[take] = () => {
    response.off('finish', end);
    socket.off('close', abort).off('drain', flush);
    response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
    // Code that waits for the end of the request waits for the end of the upgraded connection.
    socket.once('close', () => response.emit('close'));
    return { socket, head };
  };
  // What follows is of the other protocol: for HTTP the request is complete.
  request.complete = true;
  request.push(null);
  return response;
}

/** Ends HTTP on the connection of a request that asked for it; undefined when it did not, or was HTTP/2. */
export function takeConnection(request: IncomingMessage): TakenConnection | undefined {
  const upgradable = request as Upgradable;
  const taken = upgradable[take]?.();
  delete upgradable[take];
  return taken;
}
