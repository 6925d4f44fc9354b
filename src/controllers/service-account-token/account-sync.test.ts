import { beforeEach, describe, expect, it } from 'vitest';
import {
  account,
  content,
  deleteKey,
  deleteMade,
  getAccount,
  getsToken,
  made,
  many,
  owned,
  postMade,
  putAccount,
  type Row,
  refuse,
  Scene,
  secret,
} from '../../../test/support/unit/token-scene.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});

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

it('an account gets no token in releases that give none, and loses those that it had when it is gone', async () => {
  expect(await scene.account(account()).syncAccount('a1', false)).toEqual([]);
  const gone = new Scene().secret(secret());
  expect(await gone.syncAccount('a1', false)).toEqual([deleteKey]);
});
