import { BlockList, isIP } from 'node:net';
import { addIpv4, hasAddress, isLocal } from './dialled-address.ts';

/** Addresses at which this server itself is reached. */
export interface OwnPlaces {
  /** Addresses of the Service of this server: its port leads to the server, too. */
  services: readonly string[];
  /** Addresses of this machine, and those under which the server is known. Asked each time: they come and go. */
  machine(): readonly string[];
}

/**
 * Says whether an address and a port are this server's own. An agent is shown the server's client certificate, which may
 * do everything here: a node that names the server as its agent would lend it to whoever may write the node's status.
 */
export class OwnAddresses {
  readonly #places: OwnPlaces;
  readonly #services: BlockList;

  constructor(places: OwnPlaces) {
    this.#places = places;
    this.#services = listOf(places.services);
  }

  /** `ownPort`: at which clients are served. */
  has(address: string, port: number, ownPort: number | undefined): boolean {
    if (hasAddress(this.#services, address)) return true;
    return port === ownPort && (isLocal(address) || hasAddress(listOf(this.#places.machine()), address));
  }
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    if (isIP(address) === 4) addIpv4(list, address, 32);
    else if (isIP(address) === 6) list.addAddress(address, 'ipv6');
  }
  return list;
}
