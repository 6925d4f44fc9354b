import { beforeEach, describe, expect, it } from 'vitest';
import {
  account,
  base64,
  complete,
  deleteKey,
  getAccount,
  getKey,
  owned,
  putAccount,
  putKey,
  type Row,
  refuse,
  Scene,
  secret,
} from '../../../test/support/unit/token-scene.ts';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
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
      'whose account is deleted before it is written',
      () => scene.account(account(['key'])).api.interfere('PUT serviceaccounts', refuse(404, 'NotFound')),
      [getAccount, putAccount],
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
        namespace: base64('elsewhere'),
        more: base64('x'),
        'ca.crt': base64('the authority'),
        token: expect.stringMatching(/^\w{100,}/),
      },
    });
  });
});
