import { expect, test } from 'vitest';
import { unsupported, warningAbout } from './versions.ts';

test.each([
  ['2.3.8', true],
  ['3.3.27', true],
  ['3.4.0', false],
  ['3.4.23', false],
  ['3.5.30', false],
  ['3.10.0', false],
  ['4.0.0', false],
  ['unknown', false],
])('etcd %s is too old: %s', (version, isTooOld) => {
  expect(unsupported(version)).toBe(
    isTooOld ? `etcd ${version} is too old, 3.4 is the oldest that is supported` : undefined,
  );
});

test.each([
  ['3.4.0', undefined],
  ['3.4.23', undefined],
  ['3.5.0', /may differ after a crash .*3\.5\.3 mends it/],
  ['3.5.2', /may differ after a crash/],
  ['3.5.5', /defragmenting .*3\.5\.6 mends it/],
  ['3.5.6', undefined],
  ['3.5.30', undefined],
  ['3.6.0', undefined],
  ['3.6.9-rc.1', undefined],
  ['4.0.0', undefined],
  ['unknown', /"unknown", is not understood/],
])('etcd %s is warned about: %s', (version, warning) => {
  const text = warningAbout(version);
  if (warning === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(warning);
});
