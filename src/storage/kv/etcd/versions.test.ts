import { expect, test } from 'vitest';
import { isOlderThanWanted, unsafeForCachedReads } from './versions.ts';

test.each([
  ['3.3.27', /go back in time/],
  ['3.4.23', /go back in time/],
  ['3.4.25', /lose events/],
  ['3.4.31', undefined],
  ['3.5.0', /differ after a crash/],
  ['3.5.5', /defragmenting/],
  ['3.5.7', /go back in time/],
  ['3.5.12', /lose events/],
  ['3.5.13', undefined],
  ['3.5.30', undefined],
  ['3.6.0', undefined],
  ['3.6.9-rc.1', undefined],
  ['4.0.0', undefined],
  ['unknown', /not understood/],
])('etcd %s is unsafe for cached reads because of: %s', (version, reason) => {
  const found = unsafeForCachedReads(version);
  if (reason === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(reason);
});

test('what is older than wanted is told apart by number, not by text', () => {
  expect(['3.4.31', '3.5.9', '3.5.12'].map(isOlderThanWanted)).toEqual([true, true, true]);
  expect(['3.5.13', '3.5.30', '3.6.0', '3.10.0'].map(isOlderThanWanted)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
