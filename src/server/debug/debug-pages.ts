import type { Request, Response } from 'express';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import type { Connection } from '../http/connection.ts';
import { stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';
import { eventLoopDelay } from './event-loop.ts';
import { HeapSnapshots } from './heap-snapshot.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { ProfileHandler, profileRoot } from './profiles.ts';
import { secondsError, secondsOf } from './seconds.ts';
import type { SlowRequestLog } from './slow-request-log.ts';
import { cacheTable, connectionTable } from './tables.ts';
import { putVerbosity, verbosityPath } from './verbosity-page.ts';

const usualLook = 5;

const index = [
  `${profileRoot}/               profiles of the processor's time and of memory`,
  '/debug/heap-snapshot         everything in memory (.heapsnapshot), Secrets among it; stops the server meanwhile',
  `/debug/event-loop?seconds=${usualLook}  how late timers are, and how busy the process is`,
  '/debug/watch-cache           the caches of resource types: objects, bytes, watchers, history',
  '/debug/slow-requests         the last requests that took long, and where their time went',
  '/debug/connections           the connections of clients: users, requests, bytes',
  `${verbosityPath}               PUT a number from 0 to 10: how much this process logs`,
  '',
].join('\n');

export interface DebugSources {
  caches: () => readonly ResourceCache[];
  connections: () => Iterable<Connection>;
  slowRequests: SlowRequestLog;
  /** Sets the verbosity of the log. */
  setVerbosity: (verbosity: number) => void;
}

/** Answers below `/debug/`. */
export class DebugPages {
  readonly #sources: DebugSources;
  readonly #profiles: ProfileHandler;
  readonly #snapshots: HeapSnapshots;
  readonly #look = new OneAtATime();

  constructor(sources: DebugSources) {
    const slot = new OneAtATime();
    this.#sources = sources;
    this.#profiles = new ProfileHandler(slot);
    this.#snapshots = new HeapSnapshots(slot);
  }

  /** Whether the path is one of its own. */
  async handle(request: Request, response: Response): Promise<boolean> {
    const { path, query } = stateOf(request).info;
    if (!path.startsWith('/debug')) return false;
    switch (path) {
      case '/debug':
      case '/debug/':
        sendText(response, 200, index);
        return true;
      case '/debug/heap-snapshot':
        await this.#snapshots.send(response);
        return true;
      case '/debug/event-loop':
        await this.#sendDelay(response, query.get('seconds'));
        return true;
      case '/debug/watch-cache':
        sendTable(response, cacheTable(this.#sources.caches()));
        return true;
      case '/debug/slow-requests': {
        const { rows } = this.#sources.slowRequests;
        sendTable(response, { pid: process.pid, total: rows.length, rows });
        return true;
      }
      case '/debug/connections':
        sendTable(response, connectionTable(this.#sources.connections(), performance.now()));
        return true;
      case verbosityPath:
        await putVerbosity(request, response, this.#sources.setVerbosity);
        return true;
      default:
        return this.#profiles.handle(request, response);
    }
  }

  async #sendDelay(response: Response, text: string | undefined): Promise<void> {
    const seconds = secondsOf(text, usualLook);
    if (seconds === undefined) return sendText(response, 400, secondsError);
    const looked = this.#look.run(() => eventLoopDelay(seconds));
    if (looked === undefined) return sendText(response, 503, 'the event loop is being watched already\n');
    const delay = await looked;
    if (!response.headersSent) sendTable(response, delay);
  }
}

function sendTable(response: Response, content: object): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(`${JSON.stringify(content, undefined, 2)}\n`);
}
