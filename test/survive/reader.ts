import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, outcomeOf } from './caller.ts';
import { ClientLoop } from './client-loop.ts';
import type { Read } from './reads.ts';
import type { Outcome } from './writes.ts';

/** Milliseconds between two reads, and how many of them are gets before there is a list. */
const pace = 200;
const getsPerList = 10;

/** A read without an answer, or with one that says nothing. Times are of performance.now(). */
export interface FailedRead {
  begun: number;
  ended: number;
  outcome: Outcome;
}

/** Reads the newest state again and again: objects that are being written, and lists. */
export class Reader extends ClientLoop {
  readonly reads: Read[] = [];
  readonly failures: FailedRead[] = [];
  readonly #name: string;
  readonly #path: string;
  readonly #call: Caller;
  readonly #nameToRead: () => string | undefined;

  constructor(name: string, path: string, call: Caller, nameToRead: () => string | undefined) {
    super();
    this.#name = name;
    this.#path = path;
    this.#call = call;
    this.#nameToRead = nameToRead;
  }

  protected async step(n: number): Promise<void> {
    await sleep(pace);
    const name = n % getsPerList === 0 ? undefined : this.#nameToRead();
    const begun = performance.now();
    const path = name === undefined ? this.#path : `${this.#path}/${name}`;
    const { outcome, body } = await outcomeOf(this.#call('GET', path));
    const ended = performance.now();
    const isAbsent = name !== undefined && outcome.kind === 'failed' && outcome.why.startsWith('404 ');
    if (outcome.kind !== 'done' && !isAbsent) this.failures.push({ begun, ended, outcome });
    else
      this.reads.push({
        reader: this.#name,
        begun,
        ended,
        ...(name === undefined ? list(body) : object(name, body)),
      });
  }
}

/** `body` is undefined where there is none of the name. */
function object(name: string, body: any): Pick<Read, 'name' | 'objects'> {
  const objects = new Map(body === undefined ? [] : [[name, Number(body.metadata.resourceVersion)]]);
  return { name, objects };
}

function list({ metadata, items }: any): Pick<Read, 'revision' | 'objects'> {
  const objects = new Map<string, number>(
    items.map((one: any) => [one.metadata.name, Number(one.metadata.resourceVersion)]),
  );
  return { revision: Number(metadata.resourceVersion), objects };
}
