import { dialects } from '../../../src/api/meta/dialect.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../../src/api/schema/types.gen.ts';
import { AccountSync } from '../../../src/controllers/service-account-token/account-sync.ts';
import { Accounts } from '../../../src/controllers/service-account-token/accounts.ts';
import { SecretSync } from '../../../src/controllers/service-account-token/secret-sync.ts';
import { TokenContent } from '../../../src/controllers/service-account-token/token-content.ts';
import { TokenSecrets } from '../../../src/controllers/service-account-token/token-secrets.ts';
import { secretsType, serviceAccountsType } from '../../../src/controllers/shared/resources.ts';
import { readSigningKey } from '../../../src/util/token-keys.ts';
import { makeKeyPair } from '../../../src/util/x509.ts';
import { firstOfAll, MemoryApi } from './memory-api.ts';
import { MemoryObjects } from './memory-objects.ts';

const dialect = dialects[0]!;
const key = readSigningKey((await makeKeyPair('ec')).privateKey);
export const content = new TokenContent(key, 'the authority', dialect);
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What the syncs find in the caches and in the API, and what they do. */
export class Scene {
  readonly api = new MemoryApi();
  readonly caches = new MemoryObjects();
  readonly #cachedAccounts = this.caches.lister<CoreV1ServiceAccount>(serviceAccountsType);
  readonly #cachedSecrets = this.caches.lister<CoreV1Secret>(secretsType);
  readonly #known = new TokenSecrets(this.#cachedSecrets, dialect);
  readonly #accountApi = this.api.client.resource<CoreV1ServiceAccount>(serviceAccountsType);
  readonly #secretApi = this.api.client.resource<CoreV1Secret>(secretsType);

  constructor() {
    this.#cachedSecrets.observe((change) => this.#known.take(change));
  }

  /** `cached` and `stored`: where it is. */
  account(object: CoreV1ServiceAccount, { cached = true, stored = true } = {}): this {
    if (cached) this.#cachedAccounts.put(object);
    if (stored) this.api.store('serviceaccounts', object as never);
    return this;
  }

  secret(object: CoreV1Secret, { cached = true, stored = true } = {}): this {
    if (cached) this.#cachedSecrets.put(object);
    if (stored) this.api.store('secrets', object as never);
    return this;
  }

  /** What it asks of the API; at the end `again` when it has to be tried again. */
  async syncAccount(uid = 'a1', givesTokens = true): Promise<string[]> {
    const { api } = this;
    const accounts = new Accounts(this.#cachedAccounts, this.#accountApi, retries);
    const secrets = this.#secretApi;
    const sync = new AccountSync({
      accounts,
      secrets,
      known: this.#known,
      content,
      dialect,
      random: firstOfAll,
      givesTokens,
    });
    return callsOf(api, sync.sync({ namespace: 'shop', name: 'builder', uid }));
  }

  async syncSecret(name: string, uid = 's1', account = { name: 'builder', uid: 'a1' }): Promise<string[]> {
    const accounts = new Accounts(this.#cachedAccounts, this.#accountApi, retries);
    const sync = new SecretSync({
      accounts,
      cached: this.#cachedSecrets,
      secrets: this.#secretApi,
      content,
    });
    const owner = { namespace: 'shop', ...account };
    return callsOf(this.api, sync.sync({ namespace: 'shop', name, uid, account: owner }));
  }
}

const retries = { random: firstOfAll, pause: async () => {} };

async function callsOf({ calls }: MemoryApi, work: Promise<void>): Promise<string[]> {
  const outcome = await work.then(
    () => [],
    () => ['again'],
  );
  return [...calls, ...outcome];
}

export const account = (secrets: string[] = [], change: object = {}): CoreV1ServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  secrets: secrets.map((name) => ({ name })),
  metadata: {
    namespace: 'shop',
    name: 'builder',
    uid: 'a1',
    resourceVersion: '7',
    creationTimestamp: null,
    ...change,
  },
});

export const complete = { token: base64('t'), namespace: base64('shop'), 'ca.crt': base64('the authority') };
export const owned = (name = 'builder', uid?: string): Record<string, string> => ({
  'orch.io/service-account.name': name,
  ...(uid === undefined ? {} : { 'orch.io/service-account.uid': uid }),
});

/** A Secret `key` with a token of the account. */
export const secret = (change: Partial<CoreV1Secret> = {}, metadata: object = {}): CoreV1Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'orch.io/service-account-token',
  data: complete,
  ...change,
  metadata: {
    namespace: 'shop',
    name: 'key',
    uid: 's1',
    resourceVersion: '8',
    creationTimestamp: null,
    annotations: owned('builder', 'a1'),
    ...metadata,
  },
});

export const refuse = (code: number, reason?: 'Conflict' | 'NotFound', cause?: string) => (): never => {
  throw new StatusError(code, reason, 'refused', cause === undefined ? {} : { causes: [{ reason: cause }] });
};
export const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

export const getAccount = 'GET serviceaccounts shop/builder';
export const putAccount = 'PUT serviceaccounts shop/builder';
export const made = 'shop/builder-token-bbbbb';
export const [postMade, deleteMade] = [`POST secrets ${made}`, `DELETE secrets ${made}`];
export const deleteKey = 'DELETE secrets shop/key';
export const [getKey, putKey] = ['GET secrets shop/key', 'PUT secrets shop/key'];
export const getsToken = [getAccount, postMade, putAccount];

/** A situation, and what is asked of the API in it. */
export type Row = [situation: string, arrange: () => unknown, calls: string[]];
