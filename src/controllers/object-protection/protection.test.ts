import { describe, expect, it } from 'vitest';
import { protectedFinalizers } from './protection.ts';

const object = (finalizers: string[] | undefined, isDeleted: boolean) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', finalizers, ...(isDeleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
});

describe('the finalizers that an object is to have', () => {
  it.each([
    ['one from before the plugin', undefined, false, false, ['keep']],
    ['one that has others', ['other'], false, true, ['other', 'keep']],
    ['a protected one', ['keep'], false, false, undefined],
    ['a deleted one in use', ['keep'], true, true, undefined],
    ['a deleted one that is not in use', ['a', 'keep', 'b'], true, false, ['a', 'b']],
    ['a deleted one without the finalizer', ['a'], true, false, undefined],
  ])('%s', (_, finalizers, isDeleted, isInUse, wanted) => {
    expect(protectedFinalizers(object(finalizers, isDeleted) as never, 'keep', isInUse)).toEqual(wanted);
  });
});
