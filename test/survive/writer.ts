import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, outcomeOf } from './caller.ts';
import { ClientLoop } from './client-loop.ts';
import type { Verb, Write } from './writes.ts';

/** Milliseconds between two writes of one writer. */
const pace = 250;
const updates = 3;

/**
 * Creates, changes and deletes one ConfigMap after the other, and notes what it was answered. An object of which it does
 * not know what became is left alone: the request may be carried out later.
 */
export class Writer extends ClientLoop {
  readonly writes: Write[] = [];
  readonly #call: Caller;
  readonly #name: string;
  readonly #path: string;

  constructor(name: string, path: string, call: Caller) {
    super();
    this.#name = name;
    this.#path = path;
    this.#call = call;
  }

  protected async step(n: number): Promise<void> {
    const name = `${this.#name}-${n}`;
    let present = await this.#write('create', name, 0, { metadata: { name }, data: { id: `${name}.0` } });
    for (let at = 1; at <= updates && present !== undefined; at++) {
      present = await this.#write('update', name, at, { ...present, data: { id: `${name}.${at}` } });
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
