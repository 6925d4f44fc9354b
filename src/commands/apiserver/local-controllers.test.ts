import { expect, it } from 'vitest';
import { FlagValues } from '../../util/flags.ts';
import type { CredentialFiles } from '../credentials.ts';
import { controllerFiles } from './local-controllers.ts';

const text = (name: string) => ({ name, value: 'file', description: '', type: 'text' as const });
const flags = ['service-account-signing-key-file', 'cluster-signing-cert-file'].map(text);
const made = { authority: 'ca', authorityKey: 'ca-key', serviceAccountKey: 'sa' } as CredentialFiles;
const all = {
  'cluster-signing-cert-file': 'ca',
  'cluster-signing-key-file': 'ca-key',
  'root-ca-file': 'ca',
  'service-account-private-key-file': 'sa',
};

it.each<[string, CredentialFiles | undefined, Record<string, string>, string | undefined, object]>([
  ['all self-made files', made, {}, undefined, all],
  ['none without them', undefined, {}, 'tls', {}],
  [
    'the key that the server signs with',
    made,
    { 'service-account-signing-key-file': 'own' },
    undefined,
    { ...all, 'service-account-private-key-file': 'own' },
  ],
  [
    'that key without self-made files as well',
    undefined,
    { 'service-account-signing-key-file': 'own' },
    'tls',
    { 'service-account-private-key-file': 'own' },
  ],
  [
    "no key of an authority whose certificate is the operator's",
    made,
    { 'cluster-signing-cert-file': 'own' },
    undefined,
    { 'root-ca-file': 'ca', 'service-account-private-key-file': 'sa' },
  ],
  [
    'no authority that did not sign the serving certificate',
    made,
    {},
    'tls',
    { ...all, 'root-ca-file': undefined },
  ],
])('controllers in the server use %s', (_, credentials, given, tlsCertFile, files) => {
  const access = new FlagValues(flags, given);
  expect(controllerFiles(credentials, { access, tlsCertFile })).toEqual(files);
});
