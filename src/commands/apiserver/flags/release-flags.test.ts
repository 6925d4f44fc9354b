import { expect, it } from 'vitest';
import { checkOfRelease } from './release-flags.ts';

it.each([
  ['port', '1.23', undefined],
  ['port', '1.24', 'unknown flag: --port (1.24 has dropped it, and the release is 1.24)'],
  ['cloud-provider', '1.32', undefined],
  ['cloud-provider', '1.36', 'unknown flag: --cloud-provider (1.33 has dropped it, and the release is 1.36)'],
  [
    'shutdown-watch-termination-grace-period',
    '1.26',
    'unknown flag: --shutdown-watch-termination-grace-period (it came with 1.27, and the release is 1.26)',
  ],
  ['shutdown-watch-termination-grace-period', '1.27', undefined],
  ['tls-curve-preferences', '1.36', undefined],
  ['secure-port', '1.36', undefined],
])('--%s in %s: %s', (name, release, message) => {
  const check = () => checkOfRelease({ [name]: ['1'] }, release);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});
