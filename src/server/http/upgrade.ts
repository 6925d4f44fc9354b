import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectionOf } from './connection.ts';

/** The protocols to which a request of HTTP/1.1 can upgrade; other `Upgrade` headers are ignored. */
const protocols = ['websocket', 'spdy/3.1'];

/** False while an earlier request on the connection is not answered: the bytes would mix. */
export function wantsUpgrade(request: IncomingMessage): boolean {
  const isSpoken = protocols.includes(request.headers.upgrade?.toLowerCase() ?? '');
  return isSpoken && !connectionOf(request.socket).busy;
}

/** A connection after its upgrade: the bytes in `head` came first. */
export interface TakenConnection {
  socket: Duplex;
  head: Buffer;
}

const take = Symbol('take');

interface Upgradable {
  [take]?: () => TakenConnection;
}

/**
 * Node emits the bare socket as soon as a client asks for another protocol. This makes a response for it, so that the
 * request passes the filters like any other and can be rejected there; a handler of the protocol calls takeConnection.
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
    // The request ends with the upgraded connection.
    socket.once('close', () => response.emit('close'));
    return { socket, head };
  };
  // Further bytes belong to the other protocol: the HTTP request is complete.
  request.complete = true;
  request.push(null);
  return response;
}

/** Whether the connection of a request can still be upgraded. */
export const isUpgradable = (request: IncomingMessage): boolean =>
  (request as Upgradable)[take] !== undefined;

/** Upgrades the connection of a request; undefined when it did not ask for that, or came over HTTP/2. */
export function takeConnection(request: IncomingMessage): TakenConnection | undefined {
  const upgradable = request as Upgradable;
  const taken = upgradable[take]?.();
  delete upgradable[take];
  return taken;
}
