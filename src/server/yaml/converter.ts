import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DecodeError } from '../../api/codec/json.ts';
import type { Answer, Question } from './conversation.ts';
import { jsonOf, yamlOf } from './text.ts';

/** Characters that are converted at once, where they are: 30 ms of the worst. */
const largestHere = 16 * 1024;

/** Memory for the thread: the longest text that is taken, in the form that takes most, needs a third of it. */
const memoryMb = 1024;

interface Waiting {
  resolve(text: string): void;
  reject(error: Error): void;
}

/** Converts between YAML and JSON; what is large without holding up the process. */
export class YamlConverter {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Rejects with DecodeError when the text is no YAML. */
  toJson(yaml: string): string | Promise<string> {
    return yaml.length <= largestHere ? jsonOf(yaml) : this.#ask('json', yaml);
  }

  toYaml(json: string): string | Promise<string> {
    return json.length <= largestHere ? yamlOf(json) : this.#ask('yaml', json);
  }

  /** Ends the thread; whoever still waits for it is told so. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(to: Question['to'], text: string): Promise<string> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, to, text } satisfies Question);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // The process ends when nothing but this thread is left.
    worker.unref();
    worker.on('message', ({ id, text, isFault }: Answer) => {
      const waiting = this.#waiting.get(id)!;
      this.#waiting.delete(id);
      if (isFault) waiting.reject(new DecodeError(text));
      else waiting.resolve(text);
    });
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('exit', () => this.#ended(cause));
    return worker;
  }

  /** The next question gets a new thread. */
  #ended(cause: unknown): void {
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error('the conversion of YAML broke off', { cause }));
  }
}
