import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { isConflict, unlessNotFound } from '../../client/api/api-error.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import { namespacesType } from '../shared/resources.ts';
import { withoutFinalizer } from './finalizers.ts';
import { type DeletionDependencies, NamespaceContent } from './namespace-content.ts';

/** Takes one namespace as far towards its end as it goes now. */
export class NamespaceDeleter {
  readonly #namespaces: ResourceClient<CoreV1Namespace>;
  readonly #content: NamespaceContent;
  readonly #dialect: Dialect;

  constructor(dependencies: DeletionDependencies) {
    this.#namespaces = new ResourceClient(dependencies.caller, namespacesType);
    this.#content = new NamespaceContent(dependencies, this.#namespaces);
    this.#dialect = dependencies.dialect;
  }

  /**
   * Seconds that the rest of the content is expected to need; 0 when there is nothing more to do. Rejects with all that
   * went wrong: then nothing is known to be gone.
   */
  async delete(name: string): Promise<number> {
    const found = await unlessNotFound(this.#namespaces.get('', name));
    if (found === undefined || !isBeingDeleted(found)) return 0;
    const marked = await unlessNotFound(this.#settle(found, (namespace) => this.#mark(namespace)));
    if (marked === undefined || !isBeingDeleted(marked)) return 0;
    // Those of its metadata are other clients' business.
    if ((marked.spec.finalizers ?? []).length === 0) return 0;
    const { seconds, namespace } = await this.#content.delete(marked);
    if (seconds > 0) return seconds;
    await unlessNotFound(this.#settle(namespace, (latest) => this.#finalize(latest)));
    return 0;
  }

  async #mark(namespace: CoreV1Namespace): Promise<CoreV1Namespace> {
    if (!isBeingDeleted(namespace) || namespace.status.phase === 'Terminating') return namespace;
    const marked = { ...namespace, status: { ...namespace.status, phase: 'Terminating' } };
    return this.#namespaces.update('', namespace.metadata.name!, marked, 'status');
  }

  #finalize({ apiVersion, kind, metadata, spec }: CoreV1Namespace): Promise<CoreV1Namespace> {
    const finalized = { apiVersion, kind, metadata, spec: withoutFinalizer(spec, this.#dialect.service) };
    return this.#namespaces.update('', metadata.name!, finalized, 'finalize');
  }

  /** Writes until no other writer is faster; each time to what is there then. */
  async #settle(
    namespace: CoreV1Namespace,
    write: (latest: CoreV1Namespace) => Promise<CoreV1Namespace>,
  ): Promise<CoreV1Namespace> {
    for (let latest = namespace; ; ) {
      try {
        return await write(latest);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      latest = await this.#namespaces.get('', namespace.metadata.name!);
      if (latest.metadata.uid !== namespace.metadata.uid) {
        throw new Error('namespace uid has changed across retries');
      }
    }
  }
}

const isBeingDeleted = ({ metadata }: CoreV1Namespace): boolean => metadata.deletionTimestamp != null;
