import type { Lister } from '../../api/meta/lister.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { isConflict, isNotFound } from '../../client/api/api-error.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import { deleteSame } from '../shared/delete-same.ts';
import type { Accounts } from './accounts.ts';
import type { TokenContent } from './token-content.ts';
import type { TokenSecretName } from './token-secrets.ts';

const removalBackoff = { tries: 10, first: 100, factor: 1, jitter: 1 };

export interface SecretSyncDependencies {
  accounts: Accounts;
  cached: Lister<CoreV1Secret>;
  secrets: ResourceClient<CoreV1Secret>;
  content: TokenContent;
}

/** Sees to it that a Secret with a token is complete, and goes with its account; and its reference with it. */
export class SecretSync {
  readonly #dependencies: SecretSyncDependencies;

  constructor(dependencies: SecretSyncDependencies) {
    this.#dependencies = dependencies;
  }

  async sync({ namespace, name, uid, account }: TokenSecretName): Promise<void> {
    if (account.name === '') return;
    const { accounts, cached, secrets } = this.#dependencies;
    const secret = cached.get(namespace, name);
    if (secret?.metadata.uid !== uid) {
      if (accounts.cached(account) !== undefined)
        await accounts.change(account, without(name), removalBackoff);
      return;
    }
    const owner = accounts.cached(account) ?? (await accounts.live(account));
    if (owner === undefined) await deleteSame(secrets, secret.metadata);
    else if (!this.#dependencies.content.isComplete(secret)) await this.#complete(secret, owner);
  }

  async #complete(cached: CoreV1Secret, account: CoreV1ServiceAccount): Promise<void> {
    const { secrets, content } = this.#dependencies;
    const { namespace = '', name = '', resourceVersion } = cached.metadata;
    try {
      const live = await secrets.get(namespace, name);
      // The change that came in between brings the key again.
      if (live.metadata.resourceVersion !== resourceVersion || content.isComplete(live)) return;
      await secrets.update(namespace, name, content.completed(live, account));
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
}

const without =
  (name: string) =>
  (account: CoreV1ServiceAccount): CoreV1ServiceAccount | undefined => {
    const secrets = (account.secrets ?? []).filter((reference) => reference.name !== name);
    return secrets.length === (account.secrets ?? []).length ? undefined : { ...account, secrets };
  };
