import { LRUCache } from 'lru-cache';
import { type TokenSecretNames, tokenSecretNames } from '../../api/meta/account-token.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Lister, ObjectChange } from '../../api/meta/lister.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { isOfType } from '../shared/secret-type.ts';

/** An account; one of the same name that comes later has another uid. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
  /** "" is any. */
  readonly uid: string;
}

/** A Secret with a token, and whose token it says that it is. */
export interface TokenSecretName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly account: AccountName;
}

/** Milliseconds that the caches may take to show an own write. */
const maxLag = 60_000;
const maxOwnWrites = 100;

/** The Secrets with tokens, by their account, and those that we have made and the caches do not show yet. */
export class TokenSecrets {
  readonly #names: TokenSecretNames;
  readonly #secrets: Lister<CoreV1Secret>;
  /** Names of Secrets by `<namespace>/<account>`. */
  readonly #byAccount = new Map<string, Set<string>>();
  /** By `<namespace>/<name>`. */
  readonly #made = new LRUCache<string, CoreV1Secret>({ max: maxOwnWrites, ttl: maxLag });

  constructor(secrets: Lister<CoreV1Secret>, dialect: Dialect) {
    this.#secrets = secrets;
    this.#names = tokenSecretNames(dialect);
  }

  /** Has to see every change of a Secret. Answers which Secrets with tokens it is about: two when one replaced another. */
  take(change: ObjectChange<CoreV1Secret>): TokenSecretName[] {
    if (!isOfType(change, this.#names.type)) return [];
    this.#made.delete(`${change.namespace}/${change.name}`);
    const [before, after] = [this.#nameOf(change.before()), this.#nameOf(change.after())];
    this.#index(before, after);
    if (before === undefined || after === undefined) return [before ?? after!];
    return before.uid === after.uid ? [after] : [before, after];
  }

  /** Remembers a Secret until the caches show it. */
  made(secret: CoreV1Secret): void {
    const { namespace, name } = secret.metadata;
    if (this.#secrets.get(namespace!, name!) === undefined) this.#made.set(`${namespace}/${name}`, secret);
  }

  of(account: AccountName): CoreV1Secret[] {
    const names = this.#byAccount.get(`${account.namespace}/${account.name}`) ?? [];
    return [...names]
      .flatMap((name) => this.#secrets.get(account.namespace, name) ?? [])
      .filter((secret) => this.#isOf(secret, account));
  }

  /** Whether the account names a token of its own. */
  hasReference({
    metadata: { namespace = '', name = '', uid = '' },
    secrets,
  }: CoreV1ServiceAccount): boolean {
    return (secrets ?? []).some((reference) => {
      const place = reference.name ?? '';
      const found = this.#secrets.get(namespace, place) ?? this.#made.get(`${namespace}/${place}`);
      return found !== undefined && this.#isOf(found, { namespace, name, uid });
    });
  }

  #isOf({ type, metadata: { annotations } }: CoreV1Secret, account: AccountName): boolean {
    const uid = annotations?.[this.#names.accountUid];
    return (
      type === this.#names.type &&
      annotations?.[this.#names.account] === account.name &&
      (!uid || uid === account.uid)
    );
  }

  #nameOf(secret: CoreV1Secret | undefined): TokenSecretName | undefined {
    // Caches that were behind may show a Secret of another type in the place of this one.
    if (secret?.type !== this.#names.type) return undefined;
    const { namespace = '', name = '', uid = '', annotations = {} } = secret.metadata;
    const account = {
      namespace,
      name: annotations[this.#names.account] ?? '',
      uid: annotations[this.#names.accountUid] ?? '',
    };
    return { namespace, name, uid, account };
  }

  #index(before: TokenSecretName | undefined, after: TokenSecretName | undefined): void {
    if (before !== undefined) {
      const key = `${before.namespace}/${before.account.name}`;
      const names = this.#byAccount.get(key);
      names?.delete(before.name);
      if (names?.size === 0) this.#byAccount.delete(key);
    }
    if (after !== undefined) {
      const key = `${after.namespace}/${after.account.name}`;
      const names = this.#byAccount.get(key);
      if (names === undefined) this.#byAccount.set(key, new Set([after.name]));
      else names.add(after.name);
    }
  }
}
