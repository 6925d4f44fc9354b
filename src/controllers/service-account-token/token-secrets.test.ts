import { expect, it } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';
import { type TokenSecretName, TokenSecrets } from './token-secrets.ts';

const secret = (
  account: string,
  uid: string,
  type = 'kubernetes.io/service-account-token',
): CoreV1Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type,
  metadata: {
    namespace: 'shop',
    name: 'key',
    uid,
    creationTimestamp: null,
    annotations: { 'kubernetes.io/service-account.name': account },
  },
});
const named = (account: string, uid: string): TokenSecretName => ({
  namespace: 'shop',
  name: 'key',
  uid,
  account: { namespace: 'shop', name: account, uid: '' },
});

it('a change is about the Secret, and about the one that it replaced; each is found by its account', () => {
  const lister = new MemoryObjects().lister<CoreV1Secret>({ resource: 'secrets' });
  const known = new TokenSecrets(lister, dialects[1]!);
  const taken: TokenSecretName[][] = [];
  lister.observe((change) => taken.push(known.take(change)));
  const tokensOf = (name: string): number => known.of({ namespace: 'shop', name, uid: 'any' }).length;

  lister.put(secret('builder', 's1', 'Opaque'));
  lister.remove('shop', 'key');
  expect(taken.splice(0)).toEqual([[], []]);

  lister.put(secret('builder', 's1'));
  lister.put(secret('other', 's1'));
  expect(taken.splice(0)).toEqual([[named('builder', 's1')], [named('other', 's1')]]);
  expect([tokensOf('builder'), tokensOf('other')]).toEqual([0, 1]);

  lister.put(secret('builder', 's2'));
  expect(taken.splice(0)).toEqual([[named('other', 's1'), named('builder', 's2')]]);
  lister.remove('shop', 'key');
  expect(taken.splice(0)).toEqual([[named('builder', 's2')]]);
  expect([tokensOf('builder'), tokensOf('other')]).toEqual([0, 0]);

  lister.put(secret('builder', 's3'));
  lister.put(secret('other', 's4', 'Opaque'));
  lister.put(secret('other', 's5'));
  const changes = [named('builder', 's3'), named('builder', 's3'), named('other', 's5')];
  expect(taken.splice(0)).toEqual(changes.map((change) => [change]));
  expect([tokensOf('builder'), tokensOf('other')]).toEqual([0, 1]);
});
