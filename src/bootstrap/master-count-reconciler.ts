import type { Replicas } from './replicas.ts';

export interface CountedReplicasOptions {
  address: string;
  /** Number of replicas of the cluster. */
  count: number;
  /** The addresses that stand in the Endpoints of the API now. */
  published(): string[];
}

/**
 * Replicas that know nothing of each other but how many there are (`--endpoint-reconciler-type=master-count`): each
 * adds itself, and when that makes too many, those that follow it in the list go. One that was killed stays in the list
 * until another takes its place.
 */
export class MasterCountReconciler implements Replicas {
  readonly #options: CountedReplicasOptions;

  constructor(options: CountedReplicasOptions) {
    this.#options = options;
  }

  async join(): Promise<string[]> {
    const { address, count, published } = this.#options;
    const addresses = [...new Set([...published(), address])].sort();
    while (addresses.length > count) {
      addresses.splice((addresses.indexOf(address) + 1) % addresses.length, 1);
    }
    return addresses;
  }

  async leave(): Promise<string[]> {
    return this.#options
      .published()
      .filter((other) => other !== this.#options.address)
      .sort();
  }
}
