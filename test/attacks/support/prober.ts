import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What is asked beside an attack. */
export interface Target {
  port: number;
  ca: string;
  token: string;
  path: string;
  /** The process whose memory is looked at. */
  pid: number;
}

/** Times in milliseconds. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
  worst: number;
  /** Each answer that was not 200, or the error instead of one. */
  refused: string[];
}

export interface Figures {
  livez: Times;
  gets: Times;
}

/** Milliseconds between two requests of a client. */
const pause = 5;
/** Each so many requests the client opens a new connection, as probes do. */
const reconnectEvery = 50;
/** A request without an answer after so many milliseconds counts as one that took so long. */
const maxWait = 30_000;
/** Memory is still looked at for so many milliseconds after the attack. */
const afterwards = 300;

const { port, ca, token, path, pid } = workerData as Target;
let isOver = false;
let isMeasured = false;
let peakKb = 0;

class Client {
  readonly #path: string;
  readonly #headers: Record<string, string>;
  readonly #times: number[] = [];
  readonly #refused: string[] = [];
  #agent = new Agent({ keepAlive: true, maxSockets: 1, ca });

  constructor(path: string, headers: Record<string, string>) {
    this.#path = path;
    this.#headers = headers;
  }

  async run(): Promise<void> {
    for (let count = 1; !isOver; count++) {
      await this.ask();
      if (count % reconnectEvery === 0) {
        this.#agent.destroy();
        this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
      }
      await sleep(pause);
    }
    this.#agent.destroy();
  }

  async ask(): Promise<void> {
    const begun = performance.now();
    const outcome = await this.#status();
    this.#times.push(performance.now() - begun);
    if (outcome !== '200') this.#refused.push(outcome);
  }

  forget(): void {
    this.#times.length = 0;
  }

  figures(): Times {
    const times = this.#times.sort((a, b) => a - b);
    const quantile = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    return {
      count: times.length,
      p50: quantile(0.5),
      p99: quantile(0.99),
      worst: times.at(-1) ?? 0,
      refused: this.#refused.slice(0, 10),
    };
  }

  #status(): Promise<string> {
    return new Promise((resolve) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: this.#path,
        agent: this.#agent,
        headers: this.#headers,
      };
      const request = get({ ...options, timeout: maxWait }, (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
        response.once('error', (error) => resolve(error.message));
      });
      request.once('timeout', () => request.destroy(new Error('no answer in time')));
      request.once('error', (error) => resolve(error.message));
    });
  }
}

async function watchMemory(): Promise<void> {
  while (!isMeasured) {
    try {
      const kb = Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      peakKb = Math.max(peakKb, kb);
    } catch {
      // The process has ended; its clients say so.
      return;
    }
    await sleep(20);
  }
}

const livez = new Client('/livez', {});
const gets = new Client(path, { authorization: `Bearer ${token}` });
for (const client of [livez, gets]) {
  for (let warmUp = 0; warmUp < 20; warmUp++) await client.ask();
  client.forget();
}
parentPort!.once('message', async () => {
  isOver = true;
  await Promise.all(running);
  await sleep(afterwards);
  parentPort!.postMessage({ livez: livez.figures(), gets: gets.figures(), peakMb: peakKb / 1024 });
  isMeasured = true;
});
void watchMemory();
const running = [livez.run(), gets.run()];
parentPort!.postMessage('ready');
