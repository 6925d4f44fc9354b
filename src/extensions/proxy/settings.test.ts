import { describe, expect, it } from 'vitest';
import { systemClock } from '../../util/clock.ts';
import { FlagValues } from '../../util/flags.ts';
import { proxyFlags } from './flags.ts';
import { agentSettings } from './settings.ts';

const settings = (given: Record<string, string>) =>
  agentSettings(new FlagValues(proxyFlags, given), systemClock, { services: [], machine: () => [] });

describe('flags for node agents', () => {
  it('flags for node agents have defaults', () => {
    const { addressTypes, defaultPort, bytesPerSecond, allowLocal } = settings({});
    expect(addressTypes).toEqual(['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']);
    expect([defaultPort, bytesPerSecond, allowLocal]).toEqual([10_250, 0, false]);
  });

  it.each(['kubelet', 'nodeagent'])('can be spelled with %s', (word) => {
    const given = { [`${word}-port`]: '1', [`${word}-preferred-address-types`]: 'InternalIP,Hostname' };
    const { addressTypes, defaultPort } = settings(given);
    expect([addressTypes, defaultPort]).toEqual([['InternalIP', 'Hostname'], 1]);
  });

  it.each([
    [{ 'kubelet-client-certificate': 'a' }, '--kubelet-client-certificate: goes together with --'],
    [{ 'nodeagent-client-key': 'a' }, 'goes together with --nodeagent-client-key'],
    [{ 'kubelet-certificate-authority': '/none/ca.crt' }, '--kubelet-certificate-authority'],
  ])('that cannot be used are refused: %j', (given, text) => {
    expect(() => settings(given as Record<string, string>)).toThrow(text);
  });
});
