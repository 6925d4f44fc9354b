import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { issueServing, makeAuthority } from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';
import { clusterTrustBundle } from './cluster-trust-bundle/index.ts';
import { podCertificateRequest } from './pod-certificate-request/index.ts';

const newest = { ...dependencies, gates: new FeatureGates('1.36') };

const pem = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
const validity = { notBefore: new Date(0), notAfter: new Date(86_400_000) };
const identity = await makeAuthority('a', validity);
const authority = identity.certificate;
const names = { dnsNames: ['a'], addresses: [] };
const serving = (await issueServing(identity, 'b', names, validity)).certificate;

describe('a ClusterTrustBundle', () => {
  const base = { metadata: metadata('a.b:c:x'), spec: { signerName: 'a.b/c', trustBundle: 'text' } };
  const bench = new Bench(clusterTrustBundle(newest), base, '1.36');

  test('has certificates, and the name of its signer in front of its own', () => {
    const none =
      'spec.trustBundle: Invalid value: "<value omitted>": at least one trust anchor must be provided';
    expect(bench.create().errors).toEqual([none]);
    expect(bench.create({ metadata: { name: 'x' } }).errors).toEqual([
      'metadata.name: Invalid value: "x": ClusterTrustBundle for signerName a.b/c must be named with prefix a.b:c:',
      none,
    ]);
  });

  test.each<[string, string, string[]]>([
    ['of an authority', authority, []],
    ['of one authority twice', authority + authority, ['duplicate trust anchor (indices [0 1])']],
    ['of one that is none', serving, ['entry 0 does not have the CA bit set']],
    [
      'of which others are wrong, before any is looked for twice',
      authority + authority + pem('KEY') + pem('CERTIFICATE'),
      ['entry 2 has bad block type: KEY', 'entry 3 does not parse as X.509'],
    ],
  ])('has certificates %s', (_, trustBundle, problems) => {
    expect(bench.create({ spec: { trustBundle } }).errors).toEqual(
      problems.map((text) => `spec.trustBundle: Invalid value: "<value omitted>": ${text}`),
    );
  });

  test('keeps its signer', () => {
    expect(bench.update({ metadata: { name: 'd.e:f:x' }, spec: { signerName: 'd.e/f' } }).errors).toEqual([
      'spec.signerName: Invalid value: "d.e/f": field is immutable',
    ]);
  });
});

describe('a PodCertificateRequest', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const base = {
    metadata: metadata('r'),
    spec: {
      signerName: 'a.b/c',
      podName: 'p',
      podUID: 'pu',
      serviceAccountName: 's',
      serviceAccountUID: 'su',
      nodeName: 'n',
      nodeUID: 'nu',
      pkixPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      proofOfPossession: sign(null, Buffer.from('pu'), privateKey).toString('base64'),
    },
  };
  const bench = new Bench(podCertificateRequest(newest), base, '1.36');
  const condition = (type: string): Written => ({
    type,
    status: 'True',
    reason: 'R',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  });

  test.each<[string, Written, string[]]>([
    ['a key that the requester holds', {}, []],
    [
      'the proof of another pod',
      { podUID: 'other' },
      ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature'],
    ],
    [
      'no key',
      { pkixPublicKey: undefined, proofOfPossession: undefined },
      [
        'spec: Invalid value: exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set',
      ],
    ],
    [
      'too short a time',
      { maxExpirationSeconds: 60 },
      ['spec.maxExpirationSeconds: Invalid value: 60: must be in the range [3600, 7862400]'],
    ],
    [
      'annotations whose names are none',
      { unverifiedUserAnnotations: { 'bad key!': 'a', 'a.b/c': 'b' } },
      [
        expect.stringMatching(
          /^spec\.unverifiedUserAnnotations: Invalid value: "bad key!": name part must consist of/,
        ),
      ],
    ],
    [
      'an annotation without a domain',
      { unverifiedUserAnnotations: { a: 'b' } },
      [
        'spec.unverifiedUserAnnotations: Invalid value: "a": must be a domain-prefixed key (such as "acme.io/foo")',
      ],
    ],
    [
      'a UID of too many bytes',
      { nodeUID: 'é'.repeat(65) },
      ['spec.nodeUID: Too long: may not be more than 128 bytes'],
    ],
    ['no node', { nodeUID: '' }, ['spec.nodeUID: Invalid value: "": must not be empty']],
  ])('is validated: %s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
  });

  test('is good for a day when nothing is said', () => {
    expect(bench.create().object.spec.maxExpirationSeconds).toBe(86_400);
  });

  test.each<[string, Written, Written, string[]]>([
    ['is denied', {}, { conditions: [condition('Denied')] }, []],
    [
      'ends once',
      { conditions: [condition('Denied')] },
      { conditions: [condition('Failed')] },
      ['status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed'],
    ],
    [
      'is denied without a certificate',
      {},
      { conditions: [condition('Denied')], certificateChain: 'x' },
      [
        'status: Invalid value: non-condition status fields must be empty when denying or failing the PodCertificateRequest',
      ],
    ],
    [
      'is issued with a certificate',
      {},
      { conditions: [condition('Issued')] },
      [
        'status.certificateChain: Invalid value: "": issued certificate chain must contain at least one certificate',
      ],
    ],
  ])('%s', (_, before, after, errors) => {
    expect(bench.updateStatus({ status: after }, { status: before }).errors).toEqual(errors);
  });

  describe('is issued', () => {
    const minute = 60_000;
    const at = (ms: number): string => new Date(ms).toISOString().replace('.000', '');
    const good = { start: 0, end: 120 * minute, refresh: 60 * minute };
    /** Time starts at 0 in these tests. */
    async function issued(
      names: x509.JsonGeneralNames,
      change: Partial<typeof good> = {},
      more = '',
    ): Promise<string[]> {
      const { start, end, refresh } = { ...good, ...change };
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const certificate = await x509.X509CertificateGenerator.createSelfSigned({
        keys,
        signingAlgorithm: algorithm,
        notBefore: new Date(start),
        notAfter: new Date(end),
        extensions: names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)],
      });
      const spec = {
        pkixPublicKey: Buffer.from(certificate.publicKey.rawData).toString('base64'),
        maxExpirationSeconds: 86_400,
      };
      const status = {
        conditions: [condition('Issued')],
        certificateChain: `${certificate.toString('pem')}\n${more}`,
        notBefore: at(start),
        notAfter: at(end),
        beginRefreshAt: at(refresh),
      };
      const { errors } = bench.updateStatus({ spec, status }, { spec });
      return errors.map((text) => text.replace(/"-----BEGIN .*?-----\\n"/, 'CHAIN'));
    }
    const chain = (text: string): string => `status.certificateChain: Invalid value: ${text}`;
    const dns = (value: string) => ({ type: 'dns' as const, value });
    const email = (value: string) => ({ type: 'email' as const, value });

    test.each<[string, x509.JsonGeneralNames, string[]]>([
      ['no names', [], []],
      [
        'good names',
        [dns('p.example.com'), email('p@example.com'), { type: 'url', value: 'spiffe://a/b' }],
        [],
      ],
      [
        'names with dots at the ends',
        [dns('.a'), dns('a.')],
        ['.a', 'a.'].map((name) =>
          chain(`"${name}": leaf certificate's DNSName should not start or end with '.'`),
        ),
      ],
      ['two dots', [dns('a..b')], [chain(`"a..b": leaf certificate's DNSName should not contain '..'`)]],
      ['an empty name', [dns('')], [chain('"": leaf certificate should not contain empty DNSName')]],
      [
        'no mail address',
        [email('pod')],
        [chain('"pod": leaf certificate should not contain invalid EmailAddress')],
      ],
    ])('with %s', async (_, names, errors) => {
      expect(await issued(names)).toEqual(errors);
    });

    test.each<[string, Partial<typeof good>, string[]]>([
      [
        'too early',
        { start: -5 * minute },
        [
          'status.notBefore: Invalid value: "1969-12-31T23:55:00Z": must be set to within 5 minutes of orch-apiserver\'s current time',
        ],
      ],
      [
        'too short',
        { end: 30 * minute },
        [chain('1800000000000: leaf certificate lifetime must be >= 1 hour')],
      ],
      [
        'too long',
        { end: 1441 * minute },
        [chain('86460000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds (86400)')],
      ],
      [
        'early to be renewed',
        { refresh: minute },
        [
          'status.beginRefreshAt: Invalid value: "1970-01-01T00:01:00Z": must be at least 10 minutes after status.notBefore',
        ],
      ],
    ])('for a time that is %s', async (_, times, errors) => {
      expect(await issued([], times)).toEqual(errors);
    });

    test.each([
      ['TEXT', 'issued certificate chain must consist entirely of CERTFICATE PEM blocks'],
      ['CERTIFICATE', 'intermediate certificate does not parse as valid X.509'],
    ])('with no %s after its own', async (label, text) => {
      const [error, ...others] = await issued(
        [],
        {},
        `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`,
      );
      expect(error).toContain(text);
      expect(others).toEqual([]);
    });
  });
});
