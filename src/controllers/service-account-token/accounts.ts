import type { Lister } from '../../api/meta/lister.ts';
import type { CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { isConflict, isNotFound } from '../../client/api/api-error.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import type { Backoff, RetryDependencies } from '../../client/retry.ts';
import { withRetries } from '../../client/retry.ts';
import type { AccountName } from './token-secrets.ts';

/** The account as it has to be, undefined when it is so. */
export type AccountChange = (live: CoreV1ServiceAccount) => CoreV1ServiceAccount | undefined;

/** The accounts in the caches and in the API. */
export class Accounts {
  readonly #cached: Lister<CoreV1ServiceAccount>;
  readonly #api: ResourceClient<CoreV1ServiceAccount>;
  readonly #retries: RetryDependencies;

  constructor(
    cached: Lister<CoreV1ServiceAccount>,
    api: ResourceClient<CoreV1ServiceAccount>,
    retries: RetryDependencies,
  ) {
    this.#cached = cached;
    this.#api = api;
    this.#retries = retries;
  }

  /** Undefined when the caches have none, or one of another uid. */
  cached(account: AccountName): CoreV1ServiceAccount | undefined {
    const found = this.#cached.get(account.namespace, account.name);
    return found !== undefined && isSame(found, account) ? found : undefined;
  }

  /** The account as the API has it now. */
  async live(account: AccountName): Promise<CoreV1ServiceAccount | undefined> {
    try {
      const found = await this.#api.get(account.namespace, account.name);
      return isSame(found, account) ? found : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /**
   * Writes the change, to the newest state again after each conflict. `first`: a state that is likely to be the newest.
   * Whether something was written: not when the account is gone or needs no change.
   */
  async change(
    account: AccountName,
    change: AccountChange,
    backoff: Backoff,
    first?: CoreV1ServiceAccount,
  ): Promise<boolean> {
    let known = first;
    const attempt = async (): Promise<boolean> => {
      const live = known ?? (await this.live(account));
      known = undefined;
      const changed = live === undefined ? undefined : change(live);
      if (changed === undefined) return false;
      await this.#api.update(account.namespace, account.name, changed);
      return true;
    };
    try {
      return await withRetries(attempt, isConflict, backoff, this.#retries);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

const isSame = ({ metadata }: CoreV1ServiceAccount, { uid }: AccountName): boolean =>
  uid === '' || metadata.uid === uid;
