import { groupResourceText } from '../../api/meta/status.ts';
import type { CountedType } from '../../api/quota/evaluators/evaluators.ts';
import { nothingKnown, preferredResources, readDiscovery, withKept } from '../../client/api/discovery.ts';
import type { ControllerDependencies } from '../controller.ts';
import { TypeWatch } from '../shared/type-watch.ts';
import { countedTypes } from './counted-types.ts';

/** Follows which types of objects there are that quotas may bound. */
export class TypeMonitor {
  readonly #dependencies: ControllerDependencies;
  readonly #changed: (types: readonly CountedType[]) => void;
  readonly #watch: TypeWatch;
  #served = nothingKnown;
  #types: readonly CountedType[] = [];

  /** `changed` is called with all types when there are others than before. */
  constructor(dependencies: ControllerDependencies, changed: (types: readonly CountedType[]) => void) {
    this.#dependencies = dependencies;
    this.#changed = changed;
    this.#watch = new TypeWatch((signal) => this.#look(signal));
  }

  start(): void {
    const { metadata, dialect } = this.#dependencies;
    this.#watch.start(metadata, dialect);
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  /** False when it is to be tried again soon. */
  async #look(signal: AbortSignal): Promise<boolean> {
    const { client, dialect, log } = this.#dependencies;
    try {
      const found = await readDiscovery(client, signal);
      this.#served = withKept(this.#served, found);
      const types = countedTypes(preferredResources(this.#served), dialect);
      if (!signal.aborted && !isSame(types, this.#types)) this.#changed((this.#types = types));
      return found.resources.length > 0;
    } catch (error) {
      if (!signal.aborted) log.warn(`cannot read which types there are: ${(error as Error).message}`);
      return false;
    }
  }
}

function isSame(some: readonly CountedType[], others: readonly CountedType[]): boolean {
  const textOf = (types: readonly CountedType[]): string =>
    types
      .map((type) => [type, ...type.aliases].map(groupResourceText).join('='))
      .sort()
      .join();
  return textOf(some) === textOf(others);
}
