import { tokenSecretNames } from '../../api/meta/account-token.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { hasCause, isConflict } from '../../client/api/api-error.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import { generatedName, type Random } from '../../util/random.ts';
import { deleteSame } from '../shared/delete-same.ts';
import { StaleCacheError } from '../shared/queue-controller.ts';
import { namespaceTerminating } from '../shared/resources.ts';
import type { Accounts } from './accounts.ts';
import type { TokenContent } from './token-content.ts';
import type { AccountName, TokenSecrets } from './token-secrets.ts';

const referenceBackoff = { tries: 5, first: 10, factor: 1, jitter: 0.1 };

export interface AccountSyncDependencies {
  accounts: Accounts;
  secrets: ResourceClient<CoreV1Secret>;
  known: TokenSecrets;
  content: TokenContent;
  dialect: Dialect;
  random: Random;
  /** Whether an account gets a token that nobody asked for. */
  givesTokens: boolean;
}

/** Sees to it that an account has a token, in releases that give it one, and that none is left when it is gone. */
export class AccountSync {
  readonly #dependencies: AccountSyncDependencies;

  constructor(dependencies: AccountSyncDependencies) {
    this.#dependencies = dependencies;
  }

  async sync(name: AccountName): Promise<void> {
    const { accounts, known, secrets, givesTokens } = this.#dependencies;
    const account = accounts.cached(name);
    if (account !== undefined) {
      if (givesTokens && !known.hasReference(account)) await this.#giveToken(name, account);
      return;
    }
    await Promise.all(known.of(name).map(({ metadata }) => deleteSame(secrets, metadata)));
  }

  async #giveToken(name: AccountName, cached: CoreV1ServiceAccount): Promise<void> {
    const live = await this.#dependencies.accounts.live(name);
    // A token may just have been given to it.
    if (live?.metadata.resourceVersion !== cached.metadata.resourceVersion)
      throw new StaleCacheError('the account has changed');
    const secret = await this.#createSecret(live!);
    if (secret !== undefined) await this.#refer(name, live!, secret);
  }

  /** Undefined in a namespace that is being deleted. */
  async #createSecret(account: CoreV1ServiceAccount): Promise<CoreV1Secret | undefined> {
    const { secrets, content, known, dialect, random } = this.#dependencies;
    const { namespace = '', name = '' } = account.metadata;
    const empty: CoreV1Secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      type: tokenSecretNames(dialect).type,
      metadata: { name: generatedName(`${name}-token-`, random), namespace, creationTimestamp: null },
    };
    try {
      const created = await secrets.create(namespace, content.completed(empty, account));
      known.made(created);
      return created;
    } catch (error) {
      if (hasCause(error, namespaceTerminating)) return undefined;
      throw error;
    }
  }

  /** A Secret that the account does not name in the end is of no use, and would be followed by another one. */
  async #refer(account: AccountName, live: CoreV1ServiceAccount, secret: CoreV1Secret): Promise<void> {
    const { accounts, known, secrets } = this.#dependencies;
    const { name } = secret.metadata;
    const add = (current: CoreV1ServiceAccount): CoreV1ServiceAccount | undefined =>
      known.hasReference(current)
        ? undefined
        : { ...current, secrets: [...(current.secrets ?? []), { name: name! }] };
    let isAdded = false;
    try {
      isAdded = await accounts.change(account, add, referenceBackoff, live);
    } catch (error) {
      if (!isConflict(error)) throw error;
    } finally {
      if (!isAdded) await deleteSame(secrets, secret.metadata);
    }
  }
}
