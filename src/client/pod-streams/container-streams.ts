import { dialects } from '../../api/meta/dialect.ts';
import { StatusError } from '../../api/meta/status.ts';
import { CallError } from '../call-error.ts';
import { upgradeToSpdy } from '../upgrade/spdy-upgrade.ts';
import type { UpgradeTarget } from '../upgrade/upgrade-target.ts';
import { openWebSocket } from '../upgrade/web-socket.ts';
import { runChannels } from './channel-streams.ts';
import type { LocalStreams } from './local-streams.ts';
import { runSpdyStreams } from './spdy-streams.ts';

/** The protocol that can end the input; the next older one is not asked for, as it cannot. */
const channelProtocols = dialects.map(({ api }) => `v5.channel.${api}`).reverse();
/** Older ones report errors as plain text. */
const streamProtocols = dialects.map(({ api }) => `v4.channel.${api}`).reverse();

/**
 * A conversation with a container, at the path of `exec` or `attach` with its query. Resolves with the exit code of the
 * command. Rejects with StatusError or CallError for a failure that is not the command's, and with the signal's reason.
 */
export async function converse(
  target: UpgradeTarget,
  path: string,
  local: LocalStreams,
  signal: AbortSignal,
): Promise<number> {
  const webSocket = await orRefused(openWebSocket(target, path, channelProtocols, signal));
  if (webSocket !== undefined) {
    return until(signal, runChannels(webSocket, local), () => webSocket.terminate());
  }
  const connection = await upgradeToSpdy(target, path, streamProtocols, signal);
  return until(signal, runSpdyStreams(connection, local), () => connection.socket.destroy());
}

/** Undefined when the server, or what stands before it, makes no WebSocket of this request, and SPDY may do better. */
export async function orRefused<T>(opened: Promise<T>): Promise<T | undefined> {
  try {
    return await opened;
  } catch (error) {
    const isFinal = error instanceof StatusError && (error.code === 401 || error.code === 404);
    const mayDoBetter =
      error instanceof StatusError || (error instanceof CallError && error.code === 'malformed');
    if (isFinal || !mayDoBetter) throw error;
    return undefined;
  }
}

async function until<T>(signal: AbortSignal, running: Promise<T>, cut: () => void): Promise<T> {
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await running;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
