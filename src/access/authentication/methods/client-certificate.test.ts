import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { FlagValues } from '../../../util/flags.ts';
import { issueClient, makeAuthority, parseBundle } from '../../../util/x509.ts';
import type { AuthenticationRequest } from '../authenticator.ts';
import { AuthorityFile } from '../certificate-authorities.ts';
import { ChainCertificate } from '../certificate-chain.ts';
import { ClientCertificateAuthenticator, clientCertificate } from './client-certificate.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const hour = 3_600_000;
const validity = { notBefore: new Date(now - hour), notAfter: new Date(now + hour) };
const root = await makeAuthority('root', validity);
const middle = await makeAuthority('middle', validity, root);
const jane = await issueClient(root, { commonName: 'jane', organizations: ['a', 'b'] }, validity);
const joe = await issueClient(middle, { commonName: 'joe' }, validity);

const directory = mkdtempSync(join(tmpdir(), 'authorities-'));
const path = join(directory, 'ca.crt');
afterEach(() => rmSync(path, { force: true }));
const trust = (...authorities: { certificate: string }[]) => ({
  roots: authorities.flatMap(({ certificate }) =>
    parseBundle(certificate).map((raw) => new ChainCertificate(raw)),
  ),
});

/** A request on a new connection of someone who shows these certificates. */
const asking = (...presented: { certificate: string }[]): AuthenticationRequest => ({
  headers: {},
  rawHeaders: [],
  connection: {
    peerCertificates: presented.flatMap(({ certificate }) => parseBundle(certificate)),
    remoteAddress: '127.0.0.1',
  },
});

function authenticator(authorities = trust(root)) {
  const clock = { time: now, now: () => clock.time };
  return { clock, method: new ClientCertificateAuthenticator(authorities, clock) };
}

const userJane = { name: 'jane', uid: '', groups: ['a', 'b'], extra: {} };

describe('a client', () => {
  test('without a certificate is nobody that is known here', () => {
    expect(authenticator().method.authenticate(asking())).toBe('none');
  });

  test('is the subject of its certificate', () => {
    expect(authenticator().method.authenticate(asking(jane))).toEqual(userJane);
    expect(authenticator().method.authenticate(asking(joe, middle))).toMatchObject({
      name: 'joe',
      groups: [],
    });
  });

  test('whose certificate names nobody is nobody', async () => {
    const nobody = await issueClient(root, { commonName: '', organizations: ['a'] }, validity);
    expect(authenticator().method.authenticate(asking(nobody))).toBe('none');
  });

  test('of another authority is refused', async () => {
    const other = await makeAuthority('root', validity);
    const stranger = await issueClient(other, { commonName: 'jane' }, validity);
    expect(authenticator().method.authenticate(asking(stranger))).toBe('invalid');
    expect(authenticator().method.authenticate(asking(stranger, other))).toBe('invalid');
  });

  test('that sends what is no certificate is refused', () => {
    const request = asking();
    const connection = { ...request.connection, peerCertificates: [Buffer.from('x')] };
    expect(authenticator().method.authenticate({ ...request, connection })).toBe('invalid');
  });
});

describe('what was decided for a connection', () => {
  test('stays, without another look', () => {
    const { method } = authenticator();
    const request = asking(jane);
    expect(method.authenticate(request)).toBe(method.authenticate(request));
  });

  test('ends when the certificate does', () => {
    const { method, clock } = authenticator();
    const request = asking(jane);
    clock.time = now + hour;
    expect(method.authenticate(request)).toEqual(userJane);
    clock.time += 1;
    expect(method.authenticate(request)).toBe('invalid');
  });

  test('is looked at again when it was a refusal', () => {
    const { method, clock } = authenticator();
    const request = asking(jane);
    clock.time = now - hour - 5_000;
    expect(method.authenticate(request)).toBe('invalid');
    clock.time = now - hour;
    expect(method.authenticate(request)).toBe('invalid');
    clock.time = now - hour + 6_000;
    expect(method.authenticate(request)).toEqual(userJane);
  });

  test('ends when the authorities change', async () => {
    writeFileSync(path, root.certificate);
    const authorities = new AuthorityFile(path, 'clients');
    const { method } = authenticator(authorities as never);
    const request = asking(jane);
    expect(method.authenticate(request)).toEqual(userJane);
    const other = await makeAuthority('other', validity);
    writeFileSync(path, other.certificate);
    expect(method.authenticate(request)).toEqual(userJane);
    authorities.reload();
    expect(method.authenticate(request)).toBe('invalid');
    writeFileSync(path, other.certificate + root.certificate);
    authorities.reload();
    expect(method.authenticate(request)).toEqual(userJane);
  });
});

test('a resumed session, which has no intermediate certificates, is known by those of the first', () => {
  const { method } = authenticator();
  expect(method.authenticate(asking(joe))).toBe('invalid');
  expect(method.authenticate(asking(joe, middle))).toMatchObject({ name: 'joe' });
  expect(method.authenticate(asking(joe))).toMatchObject({ name: 'joe' });
});

describe('the file of the authorities', () => {
  test('must have a certificate in it', () => {
    expect(() => new AuthorityFile(path, 'clients')).toThrow(/ENOENT/);
    writeFileSync(path, jane.privateKey);
    expect(() => new AuthorityFile(path, 'clients')).toThrow(
      `error loading CA bundle for "clients::${path}": data does not contain any valid RSA or ECDSA certificates`,
    );
    writeFileSync(path, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    expect(() => new AuthorityFile(path, 'clients')).toThrow('x509: malformed certificate');
  });

  test('stays in force when it becomes unusable', () => {
    writeFileSync(path, root.certificate);
    const file = new AuthorityFile(path, 'clients');
    const { roots } = file;
    file.reload();
    expect(file.roots).toBe(roots);
    writeFileSync(path, '');
    expect(() => file.reload()).toThrow(`missing content for CA bundle "clients::${path}"`);
    expect(file.roots).toBe(roots);
    rmSync(path);
    expect(() => file.reload()).toThrow(/ENOENT/);
    expect(file.roots).toBe(roots);
  });

  test('is asked for by its flag', async () => {
    writeFileSync(path, root.certificate);
    const resources = new DisposableStack();
    const objects = { lister: () => expect.unreachable() };
    const gates = new FeatureGates('1.31');
    const given = {
      clock: { now: () => now },
      dialect: dialects[0]!,
      gates,
      objects,
      resources,
      report: () => {},
    };
    const flags = (values: Record<string, string>) => new FlagValues(clientCertificate.flags, values);
    const method = await clientCertificate.create(flags({ 'client-ca-file': path }), given);
    expect(method?.authenticate(asking(jane))).toEqual(userJane);
    expect(await clientCertificate.create(flags({}), given)).toBeUndefined();
    await expect(clientCertificate.create(flags({ 'client-ca-file': '/nowhere' }), given)).rejects.toThrow(
      /ENOENT/,
    );
    const newer = { ...given, gates: new FeatureGates('1.32') };
    const later = await clientCertificate.create(flags({ 'client-ca-file': path }), newer);
    expect(later?.authenticate(asking(jane))).toMatchObject({
      name: userJane.name,
      extra: {
        [`authentication.${dialects[0]!.label}/credential-id`]: [
          expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/),
        ],
      },
    });
    resources.dispose();
  });
});
