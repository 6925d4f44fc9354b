import { beforeEach, describe, expect, it } from 'vitest';
import { firstOfAll, MemoryApi } from '../../../test/support/unit/memory-api.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { StatusError } from '../../api/meta/status.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { readSigningKey } from '../../util/token-keys.ts';
import { makeKeyPair } from '../../util/x509.ts';
import { secretsType, serviceAccountsType } from '../shared/resources.ts';
import { AccountSync } from './account-sync.ts';
import { Accounts } from './accounts.ts';
import { SecretSync } from './secret-sync.ts';
import { TokenContent } from './token-content.ts';
import { TokenSecrets } from './token-secrets.ts';

const dialect = dialects[0]!;
const key = readSigningKey((await makeKeyPair('ec')).privateKey);
const content = new TokenContent(key, 'the authority', dialect);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What the syncs find in the caches and in the API, and what they do. */
class Scene {
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
  async syncAccount(uid = 'a1'): Promise<string[]> {
    const { api } = this;
    const accounts = new Accounts(this.#cachedAccounts, this.#accountApi, retries);
    const secrets = this.#secretApi;
    const sync = new AccountSync({
      ...{ accounts, secrets, known: this.#known, content, dialect, random: firstOfAll },
    });
    return callsOf(api, sync.sync({ namespace: 'shop', name: 'builder', uid }));
  }

  async syncSecret(name: string, uid = 's1', account = { name: 'builder', uid: 'a1' }): Promise<string[]> {
    const accounts = new Accounts(this.#cachedAccounts, this.#accountApi, retries);
    const sync = new SecretSync({
      ...{ accounts, cached: this.#cachedSecrets, secrets: this.#secretApi, content },
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

const account = (secrets: string[] = [], change: object = {}): CoreV1ServiceAccount => ({
  ...{ apiVersion: 'v1', kind: 'ServiceAccount', secrets: secrets.map((name) => ({ name })) },
  metadata: {
    ...{ namespace: 'shop', name: 'builder', uid: 'a1', resourceVersion: '7', creationTimestamp: null },
    ...change,
  },
});

const complete = { token: base64('t'), namespace: base64('shop'), 'ca.crt': base64('the authority') };
const owned = (name = 'builder', uid?: string): Record<string, string> => ({
  'orch.io/service-account.name': name,
  ...(uid === undefined ? {} : { 'orch.io/service-account.uid': uid }),
});

/** A Secret `key` with a token of the account. */
const secret = (change: Partial<CoreV1Secret> = {}, metadata: object = {}): CoreV1Secret => ({
  ...{ apiVersion: 'v1', kind: 'Secret', type: 'orch.io/service-account-token', data: complete, ...change },
  metadata: {
    ...{ namespace: 'shop', name: 'key', uid: 's1', resourceVersion: '8', creationTimestamp: null },
    ...{ annotations: owned('builder', 'a1'), ...metadata },
  },
});

const refuse = (code: number, reason?: 'Conflict' | 'NotFound', cause?: string) => (): never => {
  throw new StatusError(code, reason, 'refused', cause === undefined ? {} : { causes: [{ reason: cause }] });
};
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const getAccount = 'GET serviceaccounts shop/builder';
const putAccount = 'PUT serviceaccounts shop/builder';
const made = 'shop/builder-token-bbbbb';
const [postMade, deleteMade] = [`POST secrets ${made}`, `DELETE secrets ${made}`];
const deleteKey = 'DELETE secrets shop/key';
const [getKey, putKey] = ['GET secrets shop/key', 'PUT secrets shop/key'];
const getsToken = [getAccount, postMade, putAccount];

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});

type Row = [situation: string, arrange: () => unknown, calls: string[]];

describe('an account', () => {
  it.each<Row>([
    ['without Secrets gets a token', () => scene.account(account()), getsToken],
    ['that names Secrets that are not there', () => scene.account(account(['lost'])), getsToken],
    [
      'that names a Secret of another type',
      () => scene.account(account(['key'])).secret(secret({ type: 'Opaque' })),
      getsToken,
    ],
    [
      'that names the token of an account before it',
      () => scene.account(account(['key'])).secret(secret({}, { annotations: owned('builder', 'a0') })),
      getsToken,
    ],
    [
      'that names the token of another account',
      () => scene.account(account(['key'])).secret(secret({}, { annotations: owned('other', 'a1') })),
      getsToken,
    ],
    ['that has a token and does not name it', () => scene.account(account()).secret(secret()), getsToken],
    ['that names its token', () => scene.account(account(['lost', 'key'])).secret(secret()), []],
    [
      'that names its token, which does not say of which uid it is',
      () => scene.account(account(['key'])).secret(secret({}, { annotations: owned() })),
      [],
    ],
    [
      'that has changed meanwhile',
      () => scene.account(account()).account(account([], { resourceVersion: '9' }), { cached: false }),
      [getAccount, 'again'],
    ],
    ['that is gone meanwhile', () => scene.account(account(), { stored: false }), [getAccount, 'again']],
    [
      'that another one has replaced meanwhile',
      () => scene.account(account()).account(account([], { uid: 'a2' }), { cached: false }),
      [getAccount, 'again'],
    ],
    [
      'whose Secret is refused',
      () => scene.account(account()).api.interfere('POST secrets', refuse(500)),
      [getAccount, postMade, 'again'],
    ],
    [
      'in a namespace that is being deleted',
      () =>
        scene
          .account(account())
          .api.interfere('POST secrets', refuse(403, undefined, 'NamespaceTerminating')),
      [getAccount, postMade],
    ],
    [
      'that is changed once before it names the Secret',
      () => scene.account(account()).api.interfere('PUT serviceaccounts', refuse(409, 'Conflict')),
      [...getsToken, getAccount, putAccount],
    ],
    [
      'that is changed again and again',
      () =>
        scene.account(account()).api.interfere('PUT serviceaccounts', ...many(5, refuse(409, 'Conflict'))),
      [...getsToken, ...many(4, [getAccount, putAccount]).flat(), deleteMade],
    ],
    [
      'that is replaced before it names the Secret',
      () =>
        scene.account(account()).api.interfere('PUT serviceaccounts', () => {
          scene.account(account([], { uid: 'a2' }), { cached: false });
          refuse(409, 'Conflict')();
        }),
      [...getsToken, getAccount, deleteMade],
    ],
    [
      'that names another token before it names the Secret',
      () =>
        scene
          .account(account())
          .secret(secret())
          .api.interfere('PUT serviceaccounts', () => {
            scene.account(account(['key']), { cached: false });
            refuse(409, 'Conflict')();
          }),
      [...getsToken, getAccount, deleteMade],
    ],
    [
      'that is deleted before it names the Secret',
      () => scene.account(account()).api.interfere('PUT serviceaccounts', refuse(404, 'NotFound')),
      [...getsToken, deleteMade],
    ],
    [
      'that may not be written',
      () => scene.account(account()).api.interfere('PUT serviceaccounts', refuse(500)),
      [...getsToken, deleteMade, 'again'],
    ],
  ])('%s', async (_, arrange, calls) => {
    arrange();
    expect(await scene.syncAccount()).toEqual(calls);
  });

  it('gets a token that is complete, and keeps the names it has', async () => {
    scene.account(account(['lost']));
    await scene.syncAccount();
    expect(scene.api.objects.get('serviceaccounts shop/builder')).toMatchObject({
      secrets: [{ name: 'lost' }, { name: 'builder-token-bbbbb' }],
    });
    const created = scene.api.objects.get(`secrets ${made}`) as unknown as CoreV1Secret;
    expect(created.metadata.annotations).toEqual(owned('builder', 'a1'));
    expect(created.type).toBe('orch.io/service-account-token');
    expect(content.isComplete(created)).toBe(true);
  });

  it('gets one token, although the caches do not show the Secret yet', async () => {
    scene.account(account());
    await scene.syncAccount();
    scene.api.calls.length = 0;
    scene.account(scene.api.objects.get('serviceaccounts shop/builder') as unknown as CoreV1ServiceAccount);
    expect(await scene.syncAccount()).toEqual([]);
  });
});

describe('an account that is gone', () => {
  it.each<Row>([
    ['without Secrets', () => {}, []],
    ['beside Secrets of other types', () => scene.secret(secret({ type: 'Opaque' })), []],
    ['with a token', () => scene.secret(secret()), [deleteKey]],
    [
      'with a token that does not say of which uid it is',
      () => scene.secret(secret({}, { annotations: owned() })),
      [deleteKey],
    ],
    [
      'with two',
      () => scene.secret(secret()).secret(secret({}, { name: 'second' })),
      [deleteKey, 'DELETE secrets shop/second'],
    ],
    [
      'after which another one came, with its own token',
      () =>
        scene.account(account([], { uid: 'a2' })).secret(secret({}, { annotations: owned('builder', 'a2') })),
      [],
    ],
    ['with a token that is gone', () => scene.secret(secret(), { stored: false }), [deleteKey]],
    [
      'with a token that another Secret replaced',
      () => scene.secret(secret()).secret(secret({}, { uid: 's2' }), { cached: false }),
      [deleteKey],
    ],
    [
      'with a token that may not be deleted',
      () => scene.secret(secret()).api.interfere('DELETE secrets', refuse(500)),
      [deleteKey, 'again'],
    ],
  ])('%s', async (_, arrange, calls) => {
    arrange();
    expect(await scene.syncAccount()).toEqual(calls);
  });
});

const lacking = (name: string): CoreV1Secret => {
  const data: Record<string, string> = { ...complete };
  delete data[name];
  return secret({ data });
};

describe('a Secret', () => {
  it.each<Row>([
    ['of an account, complete', () => scene.account(account()).secret(secret()), []],
    [
      'of an account that the caches do not show',
      () => scene.account(account(), { cached: false }).secret(secret()),
      [getAccount],
    ],
    ['of no account', () => scene.secret(secret()), [getAccount, deleteKey]],
    [
      'of an account of which there is a later one',
      () => scene.account(account([], { uid: 'a2' })).secret(secret()),
      [getAccount, deleteKey],
    ],
    ['without a token', () => scene.account(account()).secret(lacking('token')), [getKey, putKey]],
    ['without a namespace', () => scene.account(account()).secret(lacking('namespace')), [getKey, putKey]],
    ['without an authority', () => scene.account(account()).secret(lacking('ca.crt')), [getKey, putKey]],
    [
      'with another authority',
      () => scene.account(account()).secret(secret({ data: { ...complete, 'ca.crt': base64('x') } })),
      [getKey, putKey],
    ],
    [
      'with another namespace and a token of its own',
      () => scene.account(account()).secret(secret({ data: { ...complete, namespace: base64('x') } })),
      [],
    ],
    [
      'that has changed meanwhile',
      () =>
        scene
          .account(account())
          .secret(lacking('token'))
          .secret(secret({}, { resourceVersion: '9' }), { cached: false }),
      [getKey],
    ],
    [
      'that is gone meanwhile',
      () => scene.account(account()).secret(lacking('token'), { stored: false }),
      [getKey],
    ],
    [
      'that changes before it is completed',
      () =>
        scene
          .account(account())
          .secret(lacking('token'))
          .api.interfere('PUT secrets', refuse(409, 'Conflict')),
      [getKey, putKey],
    ],
    [
      'that may not be written',
      () => scene.account(account()).secret(lacking('token')).api.interfere('PUT secrets', refuse(500)),
      [getKey, putKey, 'again'],
    ],
  ])('%s', async (_, arrange, calls) => {
    arrange();
    expect(await scene.syncSecret('key')).toEqual(calls);
  });

  it.each<Row>([
    ['named by its account', () => scene.account(account(['key', 'more'])), [getAccount, putAccount]],
    ['not named', () => scene.account(account(['more'])), [getAccount]],
    ['with its account', () => {}, []],
    ['whose account another one replaced', () => scene.account(account(['key'], { uid: 'a2' })), []],
    [
      'whose account is gone meanwhile',
      () => scene.account(account(['key']), { stored: false }),
      [getAccount],
    ],
    [
      'whose account changes once',
      () => scene.account(account(['key'])).api.interfere('PUT serviceaccounts', refuse(409, 'Conflict')),
      [getAccount, putAccount, getAccount, putAccount],
    ],
    [
      'in whose place there is another one',
      () => scene.account(account(['key'])).secret(secret({}, { uid: 's2' })),
      [getAccount, putAccount],
    ],
  ])('that is gone, %s', async (_, arrange, calls) => {
    arrange();
    expect(await scene.syncSecret('key')).toEqual(calls);
  });

  it('that is gone is the only one that is named no more', async () => {
    scene.account(account(['key', 'more']));
    await scene.syncSecret('key');
    expect(scene.api.objects.get('serviceaccounts shop/builder')).toMatchObject({
      secrets: [{ name: 'more' }],
    });
  });

  it('that names no account is left alone', async () => {
    scene.secret(secret());
    expect(await scene.syncSecret('key', 's1', { name: '', uid: '' })).toEqual([]);
  });

  it('that was made by hand gets what it lacks, and keeps what it has', async () => {
    const own = secret(
      { data: { namespace: base64('elsewhere'), more: base64('x') } },
      { annotations: { ...owned(), mine: 'yes' } },
    );
    scene.account(account()).secret(own);
    await scene.syncSecret('key', 's1', { name: 'builder', uid: '' });
    expect(scene.api.objects.get('secrets shop/key')).toMatchObject({
      metadata: { annotations: { ...owned('builder', 'a1'), mine: 'yes' } },
      data: {
        ...{ namespace: base64('elsewhere'), more: base64('x'), 'ca.crt': base64('the authority') },
        token: expect.stringMatching(/^\w{100,}/),
      },
    });
  });
});
