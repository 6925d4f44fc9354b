import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, outcomeOf } from './caller.ts';
import type { Verb, Write } from './writes.ts';

/** Milliseconds between two writes of one writer. */
const pace = 250;
const updates = 3;

/**
 * Creates, changes and deletes one ConfigMap after the other, and notes what it was answered. An object of which it does
 * not know what became is left alone: the request may be carried out later.
 */
export class Writer {
  readonly writes: Write[] = [];
  readonly #call: Caller;
  readonly #name: string;
  readonly #path: string;
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(name: string, path: string, call: Caller) {
    this.#name = name;
    this.#path = path;
    this.#call = call;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when the last request is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) await this.#oneObject(`${this.#name}-${n}`);
  }

  async #oneObject(name: string): Promise<void> {
    let present = await this.#write('create', name, 0, { metadata: { name }, data: { id: `${name}.0` } });
    for (let n = 1; n <= updates && present !== undefined; n++) {
      present = await this.#write('update', name, n, { ...present, data: { id: `${name}.${n}` } });
    }
    if (present !== undefined) await this.#write('delete', name, updates);
  }

  /** The object when it is written; undefined when it is not, or nobody knows. */
  async #write(verb: Verb, name: string, n: number, body?: object): Promise<any> {
    await sleep(pace);
    const begun = performance.now();
    const method = { create: 'POST', update: 'PUT', delete: 'DELETE' }[verb];
    const path = verb === 'create' ? this.#path : `${this.#path}/${name}`;
    const answer = await outcomeOf(this.#call(method, path, body));
    const ended = performance.now();
    this.writes.push({ verb, name, id: `${name}.${n}`, begun, ended, outcome: answer.outcome });
    return answer.body;
  }
}
