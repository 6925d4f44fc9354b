import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { CoreV1Service, NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import type { Allocation, Allocator } from '../../../../registry/allocation.ts';
import { canonicalAddress } from '../../../shared/addresses/address-number.ts';
import { familyOf } from '../../../shared/addresses/addresses.ts';
import { addressesOf } from './held.ts';

/** The objects that keep addresses, by the canonical address. */
export interface AddressObjects {
  get(address: string): Promise<NetworkingV1IPAddress | undefined>;
  /** False when the address has an object already. */
  create(address: NetworkingV1IPAddress): Promise<boolean>;
  /** Deletes the object of an address if it has this uid. Never rejects. */
  delete(address: string, uid: string): Promise<void>;
}

export interface ServiceAddressOptions {
  /** Takes addresses out of the ranges of the flags. */
  ranges: Allocator;
  objects: AddressObjects;
  /** Labels of the objects: `family`, and who made them. */
  labels: { family: string; managedBy: readonly [key: string, value: string] };
  /** The refusal of an address that somebody else has. */
  taken(service: CoreV1Service, address: string): Error;
}

/** Addresses that a range gave and an object keeps for somebody else: that many are passed over. */
const maxPassedOver = 8;

/** The name of whom made them, as the API has it. */
export const addressManager = (api: string): string => `ipallocator.${api}`;

/**
 * Gives Services their addresses out of ranges, each with an object that keeps it: made before the Service is stored,
 * deleted when the Service gives it up. An address whose object names another parent is taken.
 */
export class ServiceAddresses implements Allocator {
  readonly #options: ServiceAddressOptions;

  constructor(options: ServiceAddressOptions) {
    this.#options = options;
  }

  onCreate(service: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service, undefined, dryRun);
  }

  onUpdate(service: ApiObject, old: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service, old, dryRun);
  }

  /** Deletes the objects of a Service that is gone. */
  async release(service: ApiObject): Promise<void> {
    await Promise.all(canonicalOf(service).map((address) => this.#giveUp(service, address)));
  }

  async #allocate(service: ApiObject, old: ApiObject | undefined, dryRun: boolean): Promise<Allocation> {
    const { ranges } = this.#options;
    const asked = JSON.stringify(service['spec']);
    const passedOver: Allocation[] = [];
    try {
      for (;;) {
        const allocation =
          old === undefined
            ? await ranges.onCreate(service, dryRun)
            : await ranges.onUpdate(service, old, dryRun);
        const problem = await this.#keep(service, old, dryRun, allocation);
        if (typeof problem !== 'string') return problem;
        const isAsked = asked.includes(`"${problem}"`);
        // What is passed over stays taken until another address is found, so that it is not found again.
        passedOver.push(allocation);
        if (isAsked || passedOver.length > maxPassedOver)
          throw this.#options.taken(service as unknown as CoreV1Service, problem);
        service['spec'] = JSON.parse(asked);
      }
    } finally {
      for (const allocation of passedOver) await allocation.rollback();
    }
  }

  /** Makes the objects of the new addresses; the address that somebody else has when there is one. */
  async #keep(
    service: ApiObject,
    old: ApiObject | undefined,
    dryRun: boolean,
    allocation: Allocation,
  ): Promise<Allocation | string> {
    const before = new Set(old === undefined ? [] : canonicalOf(old));
    const now = canonicalOf(service);
    const made: string[] = [];
    // The object names the Service: where that has no name yet, it is made after the Service.
    const isNamed = Boolean(service.metadata.name);
    const added = now.filter((one) => !before.has(one));
    const undo = async (): Promise<void> => {
      await Promise.all(made.map((address) => this.#giveUp(service, address)));
    };
    for (const address of added) {
      const isMine = await this.#make(service, address, dryRun || !isNamed).catch(async (error: unknown) => {
        await undo();
        await allocation.rollback();
        throw error;
      });
      if (isMine === false) {
        await undo();
        return address;
      }
      if (isMine === 'made') made.push(address);
    }
    const givenUp = dryRun ? [] : [...before].filter((address) => !now.includes(address));
    return {
      ensureHeld: () => allocation.ensureHeld(),
      commit: async () => {
        await Promise.all([
          allocation.commit(),
          ...givenUp.map((address) => this.#giveUp(service, address)),
          ...(isNamed || dryRun ? [] : added.map((address) => this.#makeLate(service, address))),
        ]);
      },
      rollback: async () => {
        await Promise.all([allocation.rollback(), undo()]);
      },
    };
  }

  /** `made`: by this call; true: it was there for this Service; false: it is somebody else's. */
  async #make(service: ApiObject, address: string, dryRun: boolean): Promise<'made' | boolean> {
    const { objects } = this.#options;
    if (!dryRun && (await objects.create(this.objectOf(service, address)))) return 'made';
    const present = await objects.get(address);
    return present === undefined ? dryRun : isParent(present, service);
  }

  /** Leaves to the repair what fails. */
  async #makeLate(service: ApiObject, address: string): Promise<void> {
    await this.#make(service, address, false).catch(() => {});
  }

  /** The object that keeps an address for a Service. */
  objectOf({ metadata }: ApiObject, address: string): NetworkingV1IPAddress {
    const { family, managedBy } = this.#options.labels;
    const [key, manager] = managedBy;
    return {
      metadata: { name: address, labels: { [family]: familyOf(address)!, [key]: manager } },
      spec: {
        parentRef: {
          resource: 'services',
          namespace: metadata.namespace ?? '',
          name: metadata.name ?? '',
        },
      },
    } as NetworkingV1IPAddress;
  }

  async #giveUp(service: ApiObject, address: string): Promise<void> {
    const present = await this.#options.objects.get(address).catch(() => undefined);
    if (present === undefined || !isParent(present, service)) return;
    await this.#options.objects.delete(address, present.metadata.uid ?? '');
  }
}

/** The addresses of a Service as their objects are named. */
export const canonicalOf = (service: ApiObject): string[] =>
  addressesOf(service as unknown as CoreV1Service).map(canonicalAddress);

/** Whether the object of an address names a Service at all. */
export function isServiceReference({ spec }: NetworkingV1IPAddress): boolean {
  const { group = '', resource } = spec?.parentRef ?? {};
  return group === '' && resource === 'services';
}

export function isParent(address: NetworkingV1IPAddress, { metadata }: ApiObject): boolean {
  const { namespace, name } = address.spec?.parentRef ?? {};
  return isServiceReference(address) && namespace === metadata.namespace && name === metadata.name;
}
