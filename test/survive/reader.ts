import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import { ClientLoop } from './client-loop.ts';
import type { Read } from './reads.ts';

/** Milliseconds between two reads, and how many of them are gets before there is a list. */
const pace = 200;
const getsPerList = 10;

/** Reads the newest state again and again: objects that are being written, and lists. Reads without an answer say nothing. */
export class Reader extends ClientLoop {
  readonly reads: Read[] = [];
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
    await (name === undefined ? this.#list() : this.#get(name)).catch(() => {});
  }

  async #get(name: string): Promise<void> {
    const begun = performance.now();
    const { status, body } = await this.#call('GET', `${this.#path}/${name}`);
    if (status !== 200 && status !== 404) return;
    const objects = new Map(status === 404 ? [] : [[name, Number(body.metadata.resourceVersion)]]);
    this.reads.push({ reader: this.#name, name, begun, ended: performance.now(), objects });
  }

  async #list(): Promise<void> {
    const begun = performance.now();
    const { status, body } = await this.#call('GET', this.#path);
    if (status !== 200) return;
    const revision = Number(body.metadata.resourceVersion);
    const objects = new Map<string, number>(
      body.items.map(({ metadata }: any) => [metadata.name, Number(metadata.resourceVersion)]),
    );
    this.reads.push({ reader: this.#name, begun, ended: performance.now(), revision, objects });
  }
}
