import type { Lister } from '../../../api/meta/lister.ts';
import { notFoundError, StatusError } from '../../../api/meta/status.ts';
import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import type { ObjectWriter, PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { forbidden } from '../shared/refusals.ts';

const type = { group: '', resource: 'serviceaccounts' };

/** Account of pods that name none. */
export const defaultAccount = 'default';

/** Looks for the account of a pod: in the cache, then in the store. */
export class AccountFinder {
  readonly #lister: Lister<CoreV1ServiceAccount>;
  readonly #writer: ObjectWriter;

  constructor({ objects, writer }: PluginDependencies) {
    this.#lister = objects.lister<CoreV1ServiceAccount>(type);
    this.#writer = writer;
  }

  /** At once where it can. Throws, or rejects, when there is no such account. */
  withAccount(
    attributes: AdmissionAttributes,
    name: string,
    step: (attributes: AdmissionAttributes, account: CoreV1ServiceAccount) => void,
  ): void | Promise<void> {
    const cached = this.#lister.get(attributes.namespace, name);
    if (cached !== undefined) return step(attributes, cached);
    return this.#newest(attributes, name).then((account) => step(attributes, account));
  }

  async #newest(attributes: AdmissionAttributes, name: string): Promise<CoreV1ServiceAccount> {
    const { namespace } = attributes;
    try {
      const found = await this.#lister.getFresh(namespace, name);
      if (found !== undefined) return found;
      if (name === defaultAccount) return await this.#provide(namespace, attributes.dryRun);
      throw notServed(name);
    } catch (error) {
      const { message } = error as Error;
      throw forbidden(attributes, `error looking up service account ${namespace}/${name}: ${message}`);
    }
  }

  /**
   * A controller creates the default account of every namespace. If the controller does not run, or is late, the server
   * creates it, because otherwise no client could create a pod that names no account. Accounts of other names are never
   * created here.
   */
  async #provide(namespace: string, dryRun: boolean): Promise<CoreV1ServiceAccount> {
    const content = { metadata: { name: defaultAccount } };
    if (!dryRun)
      await this.#writer.create(type, namespace, content).catch((error) => {
        if (!(error instanceof StatusError) || error.reason !== 'AlreadyExists') throw error;
      });
    const created = dryRun ? undefined : await this.#lister.getFresh(namespace, defaultAccount);
    return (
      created ?? {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { ...content.metadata, creationTimestamp: null },
      }
    );
  }
}

/** In the words of the caches of the API: a kind's name in lower case. */
const notServed = (name: string): StatusError =>
  new StatusError(404, 'NotFound', notFoundError({ group: '', resource: 'serviceaccount' }, name).message);
