import type { ReadStream, WriteStream } from 'node:tty';
import { printable } from './output/printable.ts';

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

type TextStream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'columns' | 'isTTY' | 'rows'>>;

/** Adds colours to a text that is ready to be shown. */
type Paint = (shown: string) => string;

/**
 * Text for the user. All that is printed passes here, and most of it comes from a server: control characters are
 * escaped, but in bytes (logs, answers as they are) and in data for programs.
 */
export class Output {
  readonly #open: () => TextStream;
  readonly #env: Host['env'];
  #opened: TextStream | undefined;
  #isData = false;

  /** `open` is called once, when the stream is needed: Node.js makes a standard stream when it is first asked for. */
  constructor(open: () => TextStream, env: Host['env']) {
    this.#open = open;
    this.#env = env;
  }

  get #stream(): TextStream {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  get hasColors(): boolean {
    return this.isTerminal && !this.#env['NO_COLOR'] && this.#env['TERM'] !== 'dumb';
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Width of a terminal. */
  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Height of a terminal. */
  get rows(): number | undefined {
    return this.#stream.rows;
  }

  /** For those who pipe bytes. */
  get stream(): NodeJS.WritableStream {
    return this.#stream;
  }

  /** From now on texts are data for programs (`-o json`), which are not changed. */
  printData(): void {
    this.#isData = true;
  }

  /** `paint` is asked where there are colours. */
  line(text: string, paint?: Paint): void {
    this.#stream.write(this.#shown(`${text}\n`, paint));
  }

  /** Resolves when the reader has room for more: who writes much waits for it. */
  async write(text: string | Uint8Array, paint?: Paint): Promise<void> {
    const shown = typeof text === 'string' ? this.#shown(text, paint) : text;
    if (shown.length === 0 || this.#stream.write(shown)) return;
    await new Promise<void>((resolve) => this.#stream.once('drain', resolve));
  }

  #shown(text: string, paint: Paint | undefined): string {
    if (this.#isData) return text;
    const shown = printable(text);
    return paint !== undefined && this.hasColors ? paint(shown) : shown;
  }
}
