import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, outcomeOf } from './caller.ts';
import { ClientLoop } from './client-loop.ts';
import type { Read } from './reads.ts';
import type { StoredEvent, Write } from './writes.ts';

/** A change of an object that many change, as the store's own history has it. */
export interface RegisterEvent extends StoredEvent {
  /** The revision that its writer had read; undefined of a creation. */
  basedOn: number | undefined;
}

/** Writes that took the place of one that their writer had not read: it was lost without a word. */
export function checkRegisters(history: readonly RegisterEvent[]): string[] {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  for (const { name, revision, basedOn } of history) {
    const before = newest.get(name);
    if (before !== basedOn)
      faults.push(
        `${name} at ${revision} took the place of ${before ?? 'nothing'}, and its writer had read ${basedOn}`,
      );
    newest.set(name, revision);
  }
  return faults;
}

const pace = 300;

/**
 * Changes an object that others change as well, as all do who read, compute and write: with the revision that was read. One
 * who comes too late is answered with 409, and reads again.
 */
export class RegisterWriter extends ClientLoop {
  readonly writes: Write[] = [];
  readonly reads: Read[] = [];
  readonly #client: string;
  readonly #name: string;
  readonly #path: string;
  readonly #call: Caller;

  /** `name`: of the object, which is there. */
  constructor(client: string, name: string, path: string, call: Caller) {
    super();
    this.#client = client;
    this.#name = name;
    this.#path = path;
    this.#call = call;
  }

  protected async step(n: number): Promise<void> {
    await sleep(pace);
    const read = await this.#read();
    if (read !== undefined) await this.#write(`${this.#client}.${n}`, read);
  }

  async #read(): Promise<any> {
    const begun = performance.now();
    const { outcome, body } = await outcomeOf(this.#call('GET', `${this.#path}/${this.#name}`));
    if (outcome.kind !== 'done') return undefined;
    const objects = new Map([[this.#name, Number(body.metadata.resourceVersion)]]);
    this.reads.push({ reader: this.#client, name: this.#name, begun, ended: performance.now(), objects });
    return body;
  }

  async #write(id: string, read: any): Promise<void> {
    const data = { id, basedOn: read.metadata.resourceVersion };
    const begun = performance.now();
    const { outcome } = await outcomeOf(this.#call('PUT', `${this.#path}/${this.#name}`, { ...read, data }));
    this.writes.push({ verb: 'update', name: this.#name, id, begun, ended: performance.now(), outcome });
  }
}
