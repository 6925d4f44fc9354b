import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { clusterTrustBundle } from './cluster-trust-bundle/index.ts';
import { podCertificateRequest } from './pod-certificate-request/index.ts';

const newest = { ...dependencies, gates: new FeatureGates('1.36') };

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
});
