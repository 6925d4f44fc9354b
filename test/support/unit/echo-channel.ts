import type { ServerHttp2Stream } from 'node:http2';
import type { Method } from '../../../src/storage/grpc/rpc.ts';
import { RpcError } from '../../../src/storage/grpc/rpc-error.ts';
import { Channel } from '../../../src/storage/kv/etcd/channel.ts';
import { answer, GrpcServer, type OnCall } from './grpc-server.ts';

/** A method whose messages are texts; a byte 0xff cannot be decoded. */
export const echo: Method<string, string> = {
  path: '/test.Echo/Say',
  headers: { hasleader: 'true' },
  encode: (text) => Buffer.from(text),
  decode: (bytes) => {
    if (bytes.includes(0xff)) throw new Error('not a text');
    return bytes.toString();
  },
};

/** How a server answers a call that has come as a whole. */
export type Answer = (stream: ServerHttp2Stream, body: Buffer, headers: Record<string, unknown>) => void;

const open: (() => void)[] = [];

/** After each test. */
export function closeChannels(): void {
  for (const close of open.splice(0)) close();
}

/** Has something closed with the channels. */
export const alsoClose = (close: () => void): void => void open.push(close);

/** A server that does this with each call, and a channel to it. */
export async function serving(onCall: OnCall): Promise<{ channel: Channel; server: GrpcServer }> {
  const server = await GrpcServer.start(onCall);
  const channel = new Channel(server.endpoint);
  open.push(() => {
    channel[Symbol.dispose]();
    server.close();
  });
  return { channel, server };
}

/** A server that answers so when all of a call has come. */
export const started = (answer: Answer) =>
  serving((stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('data', (part) => parts.push(part as Buffer));
    stream.on('end', () => answer(stream, Buffer.concat(parts), headers));
  });

/** Sends what there is, then the status. */
export function respond(stream: ServerHttp2Stream, body: Buffer, status = '0', message = ''): void {
  answer(stream, status, message);
  stream.end(body);
}

export const say = (channel: Channel, text: string, timeout = 5000) => channel.call(echo, text, timeout);
/** The code and the message of the error that a call fails with. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: RpcError) => `${error instanceof RpcError ? error.code : 'no code'} ${error.message}`,
  );
