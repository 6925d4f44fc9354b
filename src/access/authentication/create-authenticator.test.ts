import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { issueClient, makeAuthority, parseBundle } from '../../util/x509.ts';
import { authenticationFlags, createAuthenticator } from './create-authenticator.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const validity = { notBefore: new Date(now - 1), notAfter: new Date(now + 1) };

test('what the flags ask for decides together', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'authenticator-'));
  const root = await makeAuthority('root', validity);
  const jane = await issueClient(root, { commonName: 'jane' }, validity);
  const flags = { 'client-ca-file': join(directory, 'ca'), 'token-auth-file': join(directory, 'tokens') };
  writeFileSync(flags['client-ca-file'], root.certificate);
  writeFileSync(flags['token-auth-file'], 'secret,joe,1\n');
  const resources = new DisposableStack();
  onTestFinished(() => resources.dispose());
  const objects = { lister: () => expect.unreachable() };
  const gates = new FeatureGates('1.36');
  const given = {
    clock: { now: () => now },
    dialect: dialects[0]!,
    gates,
    objects,
    resources,
    report: () => {},
  };
  const authenticator = await createAuthenticator(new FlagValues(authenticationFlags, flags), given);
  const decide = async (token?: string, certificate?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const connection = { peerCertificates: parseBundle(certificate ?? ''), remoteAddress: '' };
    const decision = await authenticator.authenticate({ headers, rawHeaders: [], connection });
    return typeof decision === 'object' ? [decision.name, ...decision.groups] : decision;
  };
  const stranger = (await issueClient(jane, { commonName: 'root' }, validity)).certificate;
  expect(await decide()).toBe('none');
  expect(await decide('secret')).toEqual(['joe', 'system:authenticated']);
  expect(await decide('wrong')).toBe('invalid');
  expect(await decide(undefined, jane.certificate)).toEqual(['jane', 'system:authenticated']);
  // The certificate is looked at first; a wrong token beside it is not looked at.
  expect(await decide('wrong', jane.certificate)).toEqual(['jane', 'system:authenticated']);
  expect(await decide(undefined, stranger)).toBe('invalid');
  expect(await decide('secret', stranger)).toEqual(['joe', 'system:authenticated']);
  rmSync(directory, { recursive: true });
});
