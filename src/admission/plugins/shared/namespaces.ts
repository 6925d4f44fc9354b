import type { Lister, Objects } from '../../../api/meta/lister.ts';
import { internalError, notFoundError, StatusError } from '../../../api/meta/status.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';

const type = { group: '', resource: 'namespaces' };

/** Looks for namespaces: in the caches, which answer at once, and in the store when they have none. */
export class NamespaceFinder {
  readonly #lister: Lister<CoreV1Namespace>;

  constructor(objects: Objects) {
    this.#lister = objects.lister<CoreV1Namespace>(type);
  }

  cached(name: string): CoreV1Namespace | undefined {
    return this.#lister.get('', name);
  }

  /** Rejects with NotFound, or with an internal error when the store does not answer. */
  async newest(name: string): Promise<CoreV1Namespace> {
    const found = await this.#lister.getFresh('', name).catch((error: Error) => {
      throw error instanceof StatusError && error.code === 404 ? error : internalError(error.message);
    });
    if (found === undefined) throw notFoundError(type, name);
    return found;
  }
}
