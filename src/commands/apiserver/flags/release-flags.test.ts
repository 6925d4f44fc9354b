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
  ['tls-curve-preferences', '1.33', undefined],
  [
    'tls-curve-preferences',
    '1.32',
    'unknown flag: --tls-curve-preferences (it came with 1.36, and the release is 1.32)',
  ],
  ['cloud-provider', '1.34', 'unknown flag: --cloud-provider (1.33 has dropped it, and the release is 1.34)'],
  ['secure-port', '1.36', undefined],
])('--%s in %s: %s', (name, release, message) => {
  const check = () => checkOfRelease({ [name]: ['1'] }, release);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});

/**
 * The flags that came and went, by the release that brought or dropped them: those of 1.34 to 1.36 with 1.33, which a
 * server of 1.36 emulates with the flags of its own. This server has --encryption-provider-config-automatic-reload and
 * --min-compatibility-version in every release.
 */
const came: Readonly<Record<string, string>> = {
  '1.25': 'etcd-readycheck-timeout',
  '1.27': 'debug-socket-path shutdown-watch-termination-grace-period',
  '1.28': 'authentication-config peer-ca-file peer-advertise-ip peer-advertise-port',
  '1.29': 'authorization-config allow-metric-labels-manifest',
  '1.30': 'log-text-split-stream log-text-info-buffer-size',
  '1.31': 'disable-http2-serving storage-initialization-timeout',
  '1.32': 'requestheader-uid-headers service-account-signing-endpoint',
  '1.33': [
    'emulation-forward-compatible runtime-config-emulation-forward-compatible',
    'coordinated-leadership-lease-duration coordinated-leadership-renew-deadline',
    'coordinated-leadership-retry-period tls-curve-preferences',
  ].join(' '),
};
const went: Readonly<Record<string, string>> = {
  '1.24': 'address insecure-bind-address port insecure-port',
  '1.26': 'identity-lease-duration-seconds identity-lease-renew-interval-seconds',
  '1.27': 'master-service-namespace',
  '1.31': 'cloud-provider-gce-lb-src-cidrs cloud-provider-gce-l7lb-src-cidrs',
  '1.33': 'cloud-provider cloud-config',
};

const before = (release: string): string => `1.${Number(release.slice(2)) - 1}`;
const isKnown = (name: string, release: string): boolean => {
  try {
    checkOfRelease({ [name]: ['1'] }, release);
    return true;
  } catch {
    return false;
  }
};

it.each(Object.entries(came))('%s brought --%s', (release, names) => {
  for (const name of names.split(' '))
    expect([name, isKnown(name, before(release)), isKnown(name, release)]).toEqual([name, false, true]);
});

it.each(Object.entries(went))('%s dropped --%s', (release, names) => {
  for (const name of names.split(' '))
    expect([name, isKnown(name, before(release)), isKnown(name, release)]).toEqual([name, true, false]);
});
