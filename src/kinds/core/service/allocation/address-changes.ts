import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import { timeMs } from '../../../../api/values/time.ts';
import { canonicalOf, isParent, isServiceReference } from './address-objects.ts';
import { graceMs } from './address-repair.ts';

/** Milliseconds after a change: by then the other object of the two has been written as well. */
const settleMs = 1_000;

export interface AddressChangesOptions {
  /** A Service as the cache has it. */
  service(namespace: string, name: string): ApiObject | undefined;
  /** The object of an address as the cache has it. */
  address(name: string): NetworkingV1IPAddress | undefined;
  /** Whether the server made the object of an address for a Service. */
  isManaged(address: NetworkingV1IPAddress): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Brings everything together again. */
  repair(): Promise<void>;
  report(error: Error): void;
}

/**
 * Looks at what changes of Services and of the objects of their addresses leave behind: a Service whose address no object
 * of its own keeps, an object that no Service needs. Only then it asks for a repair, which looks at all of them; so
 * however much changes, there is at most one a second.
 */
export class AddressChanges implements AsyncDisposable {
  readonly #options: AddressChangesOptions;
  readonly #services = new Map<string, { namespace: string; name: string }>();
  readonly #addresses = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isWaiting = false;
  #isClosed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: AddressChangesOptions) {
    this.#options = options;
  }

  /** A deleted Service is no matter here: the objects of its addresses are looked at for themselves. */
  serviceChanged(namespace: string, name: string): void {
    this.#services.set(`${namespace}/${name}`, { namespace, name });
    this.#wait();
  }

  /** `before`: the object, where it was deleted. */
  addressChanged(name: string, before?: NetworkingV1IPAddress): void {
    if (before === undefined) {
      this.#addresses.add(name);
      this.#wait();
    } else if (isServiceReference(before)) {
      const { namespace = '', name: user = '' } = before.spec?.parentRef ?? {};
      this.serviceChanged(namespace, user);
    }
  }

  /** A repair that is under way is waited for. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#running;
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#after(settleMs, () => {
      this.#running = this.#running.then(() => this.#look()).catch(this.#options.report);
    });
  }

  #after(milliseconds: number, act: () => void): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds).unref();
    this.#timers.add(timer);
  }

  async #look(): Promise<void> {
    const services = [...this.#services.values()];
    const addresses = [...this.#addresses];
    this.#services.clear();
    this.#addresses.clear();
    this.#isWaiting = false;
    const isLost = services.some(({ namespace, name }) => !this.#hasItsAddresses(namespace, name));
    if (this.#isLeft(addresses) || isLost) await this.#options.repair();
  }

  #hasItsAddresses(namespace: string, name: string): boolean {
    const { service, address: addressOf } = this.#options;
    const user = service(namespace, name);
    if (user === undefined) return true;
    return canonicalOf(user).every((text) => {
      const address = addressOf(text);
      return address !== undefined && isParent(address, user);
    });
  }

  /** Whether one of the objects is not needed; those that a Service may still come for are looked at again later. */
  #isLeft(names: readonly string[]): boolean {
    const left = names.filter((name) => !this.#isNeeded(name));
    const young = left.filter((name) => this.#ageOf(name) < graceMs);
    if (young.length > 0) {
      this.#after(graceMs, () => {
        for (const name of young) this.addressChanged(name);
      });
    }
    return young.length < left.length;
  }

  #isNeeded(name: string): boolean {
    const { service, address: addressOf, isManaged } = this.#options;
    const address = addressOf(name);
    if (address === undefined || !isManaged(address)) return true;
    if (!isServiceReference(address)) return false;
    const { namespace = '', name: user = '' } = address.spec?.parentRef ?? {};
    const parent = service(namespace, user);
    return parent !== undefined && canonicalOf(parent).includes(name);
  }

  #ageOf(name: string): number {
    const { creationTimestamp } = this.#options.address(name)?.metadata ?? {};
    return this.#options.now() - timeMs(creationTimestamp ?? '');
  }
}
