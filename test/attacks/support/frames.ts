import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { TestServer } from '../../support/server.ts';

/** Types of frames of HTTP/2. */
export const data = 0;
export const headers = 1;
export const priority = 2;
export const resetStream = 3;
export const settings = 4;
export const ping = 6;
export const windowUpdate = 8;
export const continuation = 9;

export const endStream = 1;
export const endHeaders = 4;
export const ack = 1;

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(),
): Buffer {
  const bytes = Buffer.alloc(9 + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, 9);
  return bytes;
}

/** One setting: 4 is the initial window. */
export function setting(identifier: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(identifier);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** Header fields as literals that are not remembered. */
export function fields(named: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(named).flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]),
  );
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

export function requestFields(method: string, path: string, more: Record<string, string> = {}): Buffer {
  return fields({ ':method': method, ':scheme': 'https', ':authority': 'server', ':path': path, ...more });
}

/** A connection that has said its preface, and reads without looking. It may be gone at any time. */
export async function openFrames(server: TestServer, first: Buffer = Buffer.alloc(0)): Promise<TLSSocket> {
  const socket = connect({
    port: server.port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.resume();
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(settings, 0, 0, first)]),
  );
  return socket;
}

/** Writes as fast as the server reads; false when the connection is gone, or the attack over. */
export async function pour(socket: TLSSocket, bytes: Buffer, signal: AbortSignal): Promise<boolean> {
  if (socket.destroyed || signal.aborted) return false;
  if (socket.write(bytes)) return true;
  const waiting = new AbortController();
  const over = AbortSignal.any([signal, waiting.signal]);
  const heard = ['drain', 'close'].map((event) => once(socket, event, { signal: over }).catch(() => {}));
  await Promise.race(heard);
  waiting.abort();
  return !socket.destroyed && !signal.aborted;
}

/** Resolves when the attack is over. */
export function over(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
