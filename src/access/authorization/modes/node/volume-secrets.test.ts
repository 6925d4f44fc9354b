import { describe, expect, it } from 'vitest';
import { MemoryLister } from '../../../../../test/support/unit/memory-objects.ts';
import type { CoreV1PersistentVolume } from '../../../../api/schema/types.gen.ts';
import { VolumeSecrets } from './volume-secrets.ts';

const volume = (
  name: string,
  secret: string,
  claim: object | undefined = { namespace: 'a', name: `c-${name}` },
) => ({
  metadata: { name },
  spec: { claimRef: claim, rbd: { secretRef: { name: secret } } },
});

const claims = (secrets: VolumeSecrets, name: string): string[] =>
  Array.from(secrets.claimsFor('a', name), (claim) => claim.name).sort();

describe('the volumes that need a secret', () => {
  it('are read together at the first question, and later each when it has changed', () => {
    const lister = new MemoryLister<CoreV1PersistentVolume>();
    lister.put(volume('one', 's'));
    const secrets = new VolumeSecrets(lister);
    lister.put(volume('two', 's'));
    expect(claims(secrets, 's')).toEqual(['c-one', 'c-two']);
    expect(lister.looks.size).toBe(0);
    lister.put(volume('two', 't'));
    lister.put(volume('two', 't'));
    expect([claims(secrets, 's'), claims(secrets, 't'), claims(secrets, 'u')]).toEqual([
      ['c-one'],
      ['c-two'],
      [],
    ]);
    expect(Object.fromEntries(lister.looks)).toEqual({ '/two': 1 });
    lister.remove('', 'one');
    expect(claims(secrets, 's')).toEqual([]);
    secrets[Symbol.dispose]();
    expect(lister.observed).toBe(false);
  });

  it.each([
    ['without a claim', null],
    ['with a claim without a name', { namespace: 'a' }],
    ['with a claim without a namespace', { name: 'c' }],
  ])('are none %s', (_, claim) => {
    const lister = new MemoryLister<CoreV1PersistentVolume>();
    lister.put(volume('one', 's', claim as object));
    expect(claims(new VolumeSecrets(lister), 's')).toEqual([]);
  });

  it('have one claim each, however often they need it', () => {
    const lister = new MemoryLister<CoreV1PersistentVolume>();
    const secretRef = { namespace: 'a', name: 's' };
    const spec = { claimRef: { namespace: 'a', name: 'c' }, rbd: { secretRef }, cinder: { secretRef } };
    lister.put({ metadata: { name: 'one' }, spec });
    const secrets = new VolumeSecrets(lister);
    expect(claims(secrets, 's')).toEqual(['c']);
    lister.remove('', 'one');
    expect(claims(secrets, 's')).toEqual([]);
  });
});
