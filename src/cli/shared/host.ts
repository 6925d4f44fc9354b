import type { ReadStream, WriteStream } from 'node:tty';

/** The process around a command: handed in, so that nothing reads it on its own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home directory. */
  readonly home: string;
  readonly stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  readonly out: Output;
  /** Standard error. */
  readonly err: Output;
  /** Milliseconds since 1970. */
  now(): number;
  /** Given when the user interrupts: asked for by who ends in an orderly way then. Else the process just ends. */
  interruption(): AbortSignal;
}

/** Text for the user. */
export class Output {
  readonly #stream: NodeJS.WritableStream & Partial<Pick<WriteStream, 'columns' | 'isTTY' | 'rows'>>;
  readonly hasColors: boolean;

  constructor(
    stream: NodeJS.WritableStream & Partial<Pick<WriteStream, 'columns' | 'isTTY' | 'rows'>>,
    env: Host['env'],
  ) {
    this.#stream = stream;
    this.hasColors = this.isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Of a terminal. */
  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Of a terminal. */
  get rows(): number | undefined {
    return this.#stream.rows;
  }

  /** For those who pipe bytes. */
  get stream(): NodeJS.WritableStream {
    return this.#stream;
  }

  line(text: string): void {
    this.#stream.write(`${text}\n`);
  }

  /** Resolves when the reader has room for more: who writes much waits for it. */
  async write(text: string | Uint8Array): Promise<void> {
    if (text.length === 0 || this.#stream.write(text)) return;
    await new Promise<void>((resolve) => this.#stream.once('drain', resolve));
  }
}
