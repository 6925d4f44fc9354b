import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requestHeader } from '../access/authentication/methods/request-header.ts';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { dialects } from '../api/meta/dialect.ts';
import { FlagValues } from '../util/flags.ts';
import { makeAuthority } from '../util/x509.ts';
import { clusterAuthenticationTrust, publishCallerTrust } from './cluster-authentication-trust.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const until = (time: number) => ({ notBefore: new Date(now - 5_000), notAfter: new Date(time) });
const [a, b, expired] = await Promise.all([
  makeAuthority('a', until(now + 5_000)),
  makeAuthority('b', until(now + 5_000)),
  makeAuthority('expired', until(now - 1_000)),
]);

const directory = mkdtempSync(join(tmpdir(), 'trust-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = (text: string): string => {
  const path = join(directory, `${Math.random()}`);
  writeFileSync(path, text);
  return path;
};

const clientFlag = { name: 'client-ca-file', type: 'text', value: '', description: '' } as const;
const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;

/** The ConfigMap after a server with these flags has published, when this one was there before. */
async function published(flags: Record<string, string>, before?: Record<string, string>) {
  let data = before;
  const objects = {
    get: () => (data === undefined ? undefined : { data }),
    keep: async (type: string, namespace: string, content: any) => {
      expect([type, namespace, content.metadata.name]).toEqual([
        'configmaps.',
        'kube-system',
        'extension-apiserver-authentication',
      ]);
      data = content.data;
    },
  };
  const trust = clusterAuthenticationTrust(
    new FlagValues([clientFlag, ...requestHeader.flags], flags),
    new FeatureGates('1.31'),
  );
  await publishCallerTrust(objects as never, kubernetes, trust, now);
  return data;
}

const proxy = {
  'requestheader-username-headers': 'X-Remote-User',
  'requestheader-group-headers': 'X-Remote-Group',
  'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
};

test('what there is to trust is told as it is', async () => {
  expect(await published({})).toBeUndefined();
  expect(await published({ 'client-ca-file': file(a.certificate) })).toEqual({
    'client-ca-file': a.certificate,
  });
  const flags = { ...proxy, 'client-ca-file': file(a.certificate) };
  expect(await published({ ...flags, 'requestheader-client-ca-file': file(b.certificate) })).toEqual({
    'client-ca-file': a.certificate,
    'requestheader-client-ca-file': b.certificate,
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-allowed-names': '[]',
  });
});

test('what others trust stays, once each, unless it has expired', async () => {
  const before = {
    'client-ca-file': `${expired.certificate}${b.certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    'requestheader-client-ca-file': b.certificate,
    'requestheader-allowed-names': '["front"]',
    'requestheader-username-headers': 'nonsense',
    'requestheader-group-headers': '{"a":1}',
  };
  const flags = {
    ...proxy,
    'client-ca-file': file(a.certificate + b.certificate),
    'requestheader-client-ca-file': file(b.certificate),
    'requestheader-allowed-names': 'front,back',
  };
  expect(await published(flags, before)).toEqual({
    'client-ca-file': b.certificate + a.certificate,
    'requestheader-client-ca-file': b.certificate,
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-allowed-names': '["front","back"]',
  });
});

test('a file that cannot be read is an error, and nothing is taken away', async () => {
  await expect(published({ 'client-ca-file': join(directory, 'none') })).rejects.toThrow(/ENOENT/);
});
