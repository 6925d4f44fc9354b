import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';
import type { Access } from './caller.ts';

/** Milliseconds of silence after which a connection is taken for dead. */
const silence = 30_000;

export interface WatchHandler {
  onLine(line: string): void;
  /** It was answered with another status than 200. `mayRetry`: and with a Retry-After. */
  onRefused(status: number, mayRetry: boolean): void;
}

/** One watch over HTTP/1.1, on a connection of its own. */
export class WatchRequest {
  /** Resolves when it is over; rejects when its connection broke. */
  readonly ended: Promise<void>;
  readonly #close: () => void;

  constructor({ host, port, ...tls }: Access, path: string, { onLine, onRefused }: WatchHandler) {
    const agent = new Agent({ ...tls, keepAlive: false });
    const sent = request({ host, port, agent, path });
    this.#close = () => sent.destroy();
    this.ended = new Promise<void>((resolve, reject) => {
      sent.setTimeout(silence, () => sent.destroy(new Error('silence')));
      sent.once('error', reject);
      sent.once('close', resolve);
      sent.once('response', (answer) => {
        if (answer.statusCode !== 200) {
          onRefused(answer.statusCode!, answer.headers['retry-after'] !== undefined);
          answer.resume();
          return;
        }
        // Passes on the errors of the answer.
        createInterface(answer).on('line', onLine).once('error', reject);
      });
      sent.end();
    }).finally(() => agent.destroy());
  }

  close(): void {
    this.#close();
  }
}

/** One line of a watch; undefined where the connection broke off within it. */
export function parseEvent(line: string): { type: string; object: any } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
