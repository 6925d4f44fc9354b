import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DecodeError } from '../../api/codec/json.ts';
import { maxBodyBytes } from '../../api/codec/object-size.ts';
import { entityTooLarge, tooManyRequests } from '../../api/meta/status.ts';
import { FairQueue, type Waiting } from './fair-queue.ts';
import type { ConversionJob, ConversionResult } from './messages.ts';
import type { ConvertedYaml } from './yaml-to-json.ts';

/** A conversion: its bytes are copied when its turn comes, not before. */
export interface Job extends Waiting {
  readonly bytes: Buffer;
  resolve(converted: ConvertedYaml): void;
  reject(error: Error): void;
}

export interface ThreadLimits {
  /** Megabytes of its heap: one conversion of the largest texts that it is given, at its worst. */
  readonly memoryMb: number;
  /** Milliseconds that a conversion may take: more than its work, which the reader bounds, needs on a busy machine. */
  readonly maxTime: number;
}

/** Milliseconds that an abandoned conversion may go on before its thread is replaced. A new thread costs as much. */
const abandonedTime = 100;

/** Milliseconds after its last conversion in which the thread is kept, with the memory that it took. */
const idleTime = 10_000;

const invalid = (why: string): DecodeError => new DecodeError(`error converting YAML to JSON: yaml: ${why}`);

/** Converts one text after the other in a thread of its own, which is there while there is something to do. */
export class ConverterThread {
  readonly #limits: ThreadLimits;
  readonly #queue = new FairQueue<Job>();
  #worker: Worker | undefined;
  #job: Job | undefined;
  /** While a thread ends, its heap is still there: the next one starts when it is gone. */
  #isEnding = false;
  /** Ends a conversion that takes too long, or a thread without work. */
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  add(job: Job): void {
    this.#queue.add(job);
    if (this.#job === undefined && !this.#isEnding) this.#next();
  }

  /** Gives up a job that has been added; neither `resolve` nor `reject` matters any more. */
  abandon(job: Job): void {
    if (this.#queue.remove(job) || this.#job !== job) return;
    this.#endIn(abandonedTime, new Error('the request that wanted the conversion has ended'));
  }

  async close(): Promise<void> {
    for (let job = this.#queue.next(); job !== undefined; job = this.#queue.next()) job.reject(brokenOff());
    await this.#end(brokenOff());
  }

  #next(): void {
    clearTimeout(this.#timer);
    const job = this.#queue.next();
    this.#job = job;
    if (job === undefined) return this.#endIn(idleTime, brokenOff());
    this.#worker ??= this.#start();
    const bytes = new Uint8Array(job.bytes);
    this.#worker.postMessage({ bytes } satisfies ConversionJob, [bytes.buffer]);
    this.#endIn(
      this.#limits.maxTime,
      tooManyRequests('the YAML was not converted in time, please try again later', 1),
    );
  }

  #endIn(milliseconds: number, error: Error): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#end(error), milliseconds).unref();
  }

  /** Ends the thread; the present job is rejected, the next one gets another thread. */
  async #end(error: Error): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return clearTimeout(this.#timer);
    worker.removeAllListeners();
    // Errors of a thread that is being replaced are ignored; unhandled ones would end the process.
    worker.on('error', () => {});
    this.#isEnding = true;
    this.#drop(error);
    await worker.terminate();
    this.#isEnding = false;
    this.#next();
  }

  /** The thread is no longer of use. */
  #drop(error: Error): void {
    const job = this.#job;
    this.#worker = undefined;
    this.#job = undefined;
    clearTimeout(this.#timer);
    job?.reject(error);
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    // The process ends when nothing but this thread is left.
    worker.unref();
    worker.on('message', (answer: ConversionResult) => this.#answered(answer));
    let error: Error = brokenOff();
    worker.on('error', (cause: NodeJS.ErrnoException) => {
      const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      error = isMemory ? invalid('the text takes too much memory') : brokenOff(cause);
    });
    worker.on('exit', () => {
      this.#drop(error);
      this.#next();
    });
    return worker;
  }

  #answered(answer: ConversionResult): void {
    const job = this.#job!;
    const { result } = answer;
    if (result === 'converted') job.resolve({ json: textOf(answer.bytes), repeated: answer.repeated });
    else if (result === 'invalid') job.reject(new DecodeError(answer.text));
    else job.reject(entityTooLarge(`limit is ${maxBodyBytes}`));
    this.#next();
  }
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): string =>
  Buffer.from(buffer, byteOffset, length).toString();

const brokenOff = (cause?: Error): Error => new Error('the conversion of YAML broke off', { cause });
