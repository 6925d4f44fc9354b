import { once } from 'node:events';
import type { RawData, WebSocket } from 'ws';
import {
  type LocalStreams,
  type RemoteStreams,
  sendLocal,
  type TerminalSize,
  writeTo,
} from './local-streams.ts';
import { RemoteStatus } from './remote-status.ts';

/** The first byte of a message: which stream it is of. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** Milliseconds between two signs of life, as what stands between drops connections that are silent. */
const pingInterval = 5_000;

/** Speaks with a container in messages that each belong to a channel. Resolves with the exit code. */
export async function runChannels(webSocket: WebSocket, local: LocalStreams): Promise<number> {
  const status = new RemoteStatus();
  webSocket.on('message', (message: RawData) => {
    const bytes = message as Buffer;
    const content = bytes.subarray(1);
    if (bytes[0] === channels.error) return status.add(content);
    const output = bytes[0] === channels.stdout ? local.stdout : bytes[0] === channels.stderr && local.stderr;
    if (output)
      writeTo(
        output,
        content,
        () => webSocket.pause(),
        () => webSocket.resume(),
      );
  });
  const closed = once(webSocket, 'close');
  const stop = sendLocal(local, remoteOf(webSocket));
  const pings = setInterval(() => webSocket.ping(), pingInterval);
  webSocket.resume();
  try {
    await closed;
  } finally {
    clearInterval(pings);
    stop();
  }
  return status.exitCode();
}

function remoteOf(webSocket: WebSocket): RemoteStreams {
  const send = (channel: number, bytes: Buffer): Promise<void> =>
    new Promise((resolve) => {
      if (webSocket.readyState !== webSocket.OPEN) return resolve();
      webSocket.send(Buffer.concat([Buffer.from([channel]), bytes]), () => resolve());
    });
  return {
    input: (bytes) => send(channels.stdin, bytes),
    inputEnded: () => void send(channels.close, Buffer.from([channels.stdin])),
    resize: (size) => void send(channels.resize, sizeMessage(size)),
  };
}

export const sizeMessage = ({ width, height }: TerminalSize): Buffer =>
  Buffer.from(`${JSON.stringify({ Width: width, Height: height })}\n`);
