import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Endpoint } from './http-client.ts';
import type { PlainAnswer, PlainScript } from './plain-server.ts';
import { ProcessMeter } from './process-meter.ts';
import type { Server } from './server.ts';

/** An answer of the measured server, whole, and what it was the answer to. */
export interface Recorded {
  /** `GET /path?query`, or a method alone. */
  readonly key: string;
  readonly answer: Answer;
}

/** What Node writes by itself. */
const ownFields = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The parent's side of the plain server. */
export class PlainServer implements Server {
  readonly endpoint: Endpoint;
  readonly meter: ProcessMeter;
  readonly #child: ChildProcess;
  readonly #directory: string;

  static async start(certFile: string, keyFile: string, directory: string): Promise<PlainServer> {
    const child = fork(join(import.meta.dirname, 'plain-server.ts'), [certFile, keyFile]);
    const [port] = (await once(child, 'message')) as [number];
    return new PlainServer(child, port, directory);
  }

  private constructor(child: ChildProcess, port: number, directory: string) {
    this.#child = child;
    this.#directory = directory;
    this.endpoint = { host: '127.0.0.1', port, authorization: undefined, cert: undefined, key: undefined };
    this.meter = new ProcessMeter(child.pid!);
  }

  /** From now on it answers with these bytes. */
  async play(recorded: readonly Recorded[]): Promise<void> {
    await this.#tell({ answers: this.#write(recorded) });
  }

  /** From now on its GETs are watches, and every write sends the event to all of them. */
  async playWatch(recorded: readonly Recorded[], event: string): Promise<void> {
    const file = join(this.#directory, 'event');
    writeFileSync(file, event, 'latin1');
    await this.#tell({ answers: this.#write(recorded), event: file });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  #write(recorded: readonly Recorded[]): PlainAnswer[] {
    return recorded.map(({ key, answer }, i) => {
      const file = join(this.#directory, `answer-${i}`);
      writeFileSync(file, answer.body, 'latin1');
      return { key, status: answer.status, headers: headersOf(answer.head), file };
    });
  }

  async #tell(script: PlainScript): Promise<void> {
    const ready = once(this.#child, 'message');
    this.#child.send(script);
    await ready;
  }
}

function headersOf(head: string): [string, string][] {
  const fields = head.split('\r\n').slice(1);
  const pairs = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return pairs.filter(([name]) => !ownFields.has(name.toLowerCase()));
}
