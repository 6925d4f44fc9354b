import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Flag, FlagValues } from '../../util/flags.ts';
import { peerSettings } from './settings.ts';

const names = ['peer-ca-file', 'peer-advertise-ip', 'peer-advertise-port', 'proxy-client-cert-file'];
const flags = names.map((name): Flag => ({ name, type: 'text', description: '' }));
const needsGate = (name: string): string =>
  `--${name} requires UnknownVersionInteroperabilityProxy feature to be turned on`;

it.each<[release: string, given: Record<string, string>, error: string | undefined]>([
  ['1.36', {}, undefined],
  ['1.35', {}, undefined],
  // Without the authority of other servers there are none.
  ['1.36', { 'peer-advertise-ip': '10.0.0.1', 'peer-advertise-port': '6443' }, undefined],
  ['1.35', { 'peer-ca-file': '/ca' }, needsGate('peer-ca-file')],
  ['1.35', { 'peer-advertise-ip': '10.0.0.1' }, needsGate('peer-advertise-ip')],
  [
    '1.35',
    { 'peer-advertise-ip': '10.0.0.1', 'peer-advertise-port': '6443' },
    `[${needsGate('peer-advertise-ip')}, ${needsGate('peer-advertise-port')}]`,
  ],
  ['1.36', { 'peer-ca-file': '/ca' }, 'error building peer proxy handler, proxy-cert-file not specified'],
])('%s with %j', (release, given, error) => {
  const read = () => peerSettings(new FlagValues(flags, given), new FeatureGates(release), { now: () => 0 });
  if (error === undefined) expect(read()).toBeUndefined();
  else expect(read).toThrow(new Error(error));
});
