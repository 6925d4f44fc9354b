import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, outcomeOf } from './caller.ts';
import { ClientLoop } from './client-loop.ts';

/** A change of a Service, as the store's own history has it. */
export interface AddressEvent {
  name: string;
  /** Undefined: it is deleted. */
  address: string | undefined;
  revision: number;
}

/** Addresses that two Services had at the same time. */
export function checkAddresses(history: readonly AddressEvent[]): string[] {
  const owners = new Map<string, string>();
  const held = new Map<string, string>();
  const faults: string[] = [];
  for (const { name, address, revision } of history) {
    const before = held.get(name);
    if (before !== undefined && owners.get(before) === name) owners.delete(before);
    held.delete(name);
    if (address === undefined || address === 'None') continue;
    const owner = owners.get(address);
    if (owner !== undefined) faults.push(`${address} belongs to ${owner} and ${name} at ${revision}`);
    owners.set(address, name);
    held.set(name, address);
  }
  return faults;
}

const pace = 300;
/** Services that one writer has at a time. */
const atOnce = 10;

/** Makes Services, which get an address each, and deletes them again. */
export class ServiceWriter extends ClientLoop {
  readonly #path: string;
  readonly #name: string;
  readonly #call: Caller;

  constructor(name: string, path: string, call: Caller) {
    super();
    this.#name = name;
    this.#path = path;
    this.#call = call;
  }

  protected async step(n: number): Promise<void> {
    await sleep(pace);
    const made = { metadata: { name: `${this.#name}-${n}` }, spec: { ports: [{ port: 80 }] } };
    // What becomes of each is in the store's history.
    await outcomeOf(this.#call('POST', this.#path, made));
    if (n >= atOnce) await outcomeOf(this.#call('DELETE', `${this.#path}/${this.#name}-${n - atOnce}`));
  }
}
