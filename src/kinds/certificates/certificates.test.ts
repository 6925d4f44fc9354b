import { describe, expect, test } from 'vitest';
import { base64, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, texts, Versions } from '../../../test/support/unit/versions.ts';
import { signerNames } from '../../api/certificates/signer-names.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { CertificatesV1CertificateSigningRequest as Request } from '../../api/schema/types.gen.ts';
import { makeAuthority } from '../../util/x509.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';
import { setRequester } from './certificate-signing-request/requester.ts';
import { requestStrategy } from './certificate-signing-request/strategy.ts';

const rules = certificateSigningRequest(dependencies);
const { approval } = requestStrategy(dependencies).subresources;
const versions = new Versions(rules);
const beta = 'certificates.orch.io/v1beta1';
const request = base64(await requestPem());
const metadata = { name: 'a', creationTimestamp: created };
const spec = { request, signerName: 'example.com/mine', usages: ['client auth'] };
const { certificate: pem } = await makeAuthority('x', { notBefore: new Date(0), notAfter: new Date(1e12) });
const certificate = base64(pem);

describe('a CertificateSigningRequest', () => {
  test('converts between versions without loss', () =>
    versions.expectRoundTrips({
      prepare(object) {
        // Required in v1, defaulted in v1beta1: both sides must have a value.
        object.spec = { ...object.spec, usages: object.spec?.usages?.length ? object.spec.usages : ['any'] };
        for (const condition of object.status?.conditions ?? []) condition.status ||= 'True';
      },
    }));

  test.each(['ec', 'rsa', 'ed25519'] as const)('is accepted with a key of type %s', async (kind) => {
    const own = base64(await requestPem({ kind }));
    expect(versions.create({ metadata, spec: { ...spec, request: own } }, 'v1')).toEqual([]);
  });

  test('is rejected if it is not signed with its own key', async () => {
    for (const kind of ['ec', 'rsa'] as const) {
      const der = Buffer.from((await requestPem({ kind })).replaceAll(/-----.*-----|\n/g, ''), 'base64');
      // Another name in a request that was already signed.
      der[der.indexOf('ann')] = 'b'.charCodeAt(0);
      const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
      expect(versions.create({ metadata, spec: { ...spec, request: base64(forged) } }, 'v1')).toEqual([
        expect.stringMatching(
          /^spec.request: Invalid value: \[\]byte\{.*\}: (x509: ECDSA verification failure|crypto\/rsa: verification error)$/,
        ),
      ]);
    }
  });

  const notPem = `spec.request: Invalid value: []byte{0x61}: PEM block type must be CERTIFICATE REQUEST`;
  const domain = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
  const label = 'a lowercase RFC 1123 label must consist';
  const garbage = base64('-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n');

  test.each<[string, object, unknown[], unknown[]?]>([
    ['valid', {}, []],
    ['not PEM', { request: 'YQ==' }, [notPem]],
    [
      'larger than 64 KiB',
      { request: base64('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(2_000)) },
      ['spec.request: Too long: must have at most 65536 bytes'],
    ],
    ['no PKCS #10 request', { request: garbage }, [expect.stringMatching(/asn1: structure error/)]],
    ['without usages', { usages: [] }, ['spec.usages: Required value: usages must be provided'], []],
    [
      'with an unknown and a repeated usage',
      { usages: ['fun', 'any', 'any'] },
      [
        expect.stringMatching(
          /^spec.usages\[0\]: Unsupported value: "fun": supported values: "any", "cert sign", /,
        ),
        'spec.usages[2]: Duplicate value: "any"',
      ],
      [],
    ],
    ['without a signer', { signerName: undefined }, ['spec.signerName: Required value'], []],
    [
      'with the legacy signer',
      { signerName: 'orch.io/legacy-unknown' },
      [
        'spec.signerName: Invalid value: "orch.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
      [],
    ],
    [
      'with a signer without a path',
      { signerName: 'example.com' },
      [`spec.signerName: Invalid value: "example.com": ${domain}`],
    ],
    [
      'with a signer whose domain has no dot',
      { signerName: 'example/x' },
      [
        'spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots',
      ],
    ],
    [
      'with an invalid domain of the signer',
      { signerName: 'Example.com/x' },
      [
        expect.stringContaining(
          `spec.signerName: Invalid value: "Example.com": validating label "Example": ${label}`,
        ),
      ],
    ],
    [
      'with an invalid path of the signer',
      { signerName: 'example.com/X' },
      [
        expect.stringContaining(
          'spec.signerName: Invalid value: "X": validating label "X": a lowercase RFC 1123 subdomain',
        ),
      ],
    ],
    [
      'with a duration under 10 minutes',
      { expirationSeconds: 599 },
      [
        'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)',
      ],
    ],
  ])('is validated: %s', (_, change, errors, errorsInBeta = errors) => {
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1')).toEqual(errors);
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1beta1')).toEqual(errorsInBeta);
  });

  test('is created with the authenticated user as requester and an empty status', () => {
    const made = { metadata, spec: { ...spec, username: 'root' }, status: { certificate } } as Request;
    rules.prepareForCreate?.(made);
    expect(made).toEqual({ metadata, spec, status: {} });
    setRequester(made, { name: 'ann', uid: '7', groups: ['a'], extra: { b: ['c'] } });
    expect(made.spec).toEqual({ ...spec, username: 'ann', uid: '7', groups: ['a'], extra: { b: ['c'] } });
  });

  test('shows signer, requester, duration and decision in the table', () => {
    const cells = (status: object) =>
      rules.table?.cells(
        { metadata, spec: { ...spec, username: 'ann', expirationSeconds: 3600 }, status } as Request,
        later,
      );
    expect(cells({})).toEqual(['a', '5m10s', 'example.com/mine', 'ann', '60m', 'Pending']);
    const types = (...names: string[]) => ({ conditions: names.map((type) => ({ type })), certificate: 'x' });
    expect(cells(types('Approved', 'Failed'))?.at(-1)).toBe('Approved,Failed,Issued');
    expect(cells(types('Approved', 'Denied'))?.at(-1)).toBe('Denied,Issued');
    expect(rules.selectableFields?.of({ spec } as Request)).toEqual({
      'spec.signerName': 'example.com/mine',
    });
  });
});

describe('the default signer of a v1beta1 request', () => {
  const { nodeClient, nodeServing, legacyUnknown } = signerNames(dependencies.dialect);
  const node = { commonName: 'system:node:n', organizations: ['system:nodes'] };
  const dns = { type: 'dns', value: 'n' } as const;

  test.each([
    [
      'a client certificate of a node',
      node,
      ['digital signature', 'key encipherment', 'client auth'],
      nodeClient,
    ],
    ['a client certificate of a node with other usages', node, ['any', 'client auth'], legacyUnknown],
    [
      'a serving certificate of a node',
      { ...node, names: [dns] },
      ['key encipherment', 'digital signature', 'server auth'],
      nodeServing,
    ],
    [
      'a node with an e-mail address',
      { ...node, names: [{ type: 'email', value: 'a@b.c' } as const] },
      ['key encipherment', 'digital signature', 'server auth'],
      legacyUnknown,
    ],
    [
      'another common name',
      { commonName: 'ann' },
      ['digital signature', 'key encipherment', 'client auth'],
      legacyUnknown,
    ],
    [
      'a node with another organization',
      { ...node, organizations: ['system:nodes', 'b'] },
      ['digital signature', 'key encipherment', 'client auth'],
      legacyUnknown,
    ],
  ])('is derived from name and usages: %s', async (_, options, usages, signerName) => {
    const own = base64(await requestPem(options));
    const made = versions.decode({ metadata, spec: { request: own, usages } }, versions.version('v1beta1'));
    expect(made['spec']).toMatchObject({ signerName });
  });

  test('is legacy-unknown for a request that cannot be parsed, with default usages and condition status', () => {
    const made = versions.decode(
      { metadata, spec: { request: 'YQ==' }, status: { conditions: [{ type: 'x' }] } },
      versions.version('v1beta1'),
    );
    expect(made).toMatchObject({
      spec: { signerName: legacyUnknown, usages: ['digital signature', 'key encipherment'] },
      status: { conditions: [{ status: 'True' }] },
    });
  });
});

describe('the conditions of a CertificateSigningRequest', () => {
  const condition = (type: string, change: object = {}) => ({
    type,
    status: 'True',
    lastUpdateTime: null,
    lastTransitionTime: null,
    ...change,
  });
  const withStatus = (status: object): Request =>
    structuredClone({ metadata, spec, status }) as unknown as Request;
  const none = withStatus({});
  const approved = withStatus({ conditions: [condition('Approved')] });

  test.each([
    ['1.32', 'status.conditions[1].type'],
    ['1.34', 'status.conditions'],
  ])('of release %s may contradict each other at %s', (release, path) => {
    const both = withStatus({ conditions: [condition('Approved'), condition('Denied')] });
    const gates = new FeatureGates(release);
    const { approval: ofRelease } = requestStrategy({ ...dependencies, gates }).subresources;
    const found = texts(ofRelease.validateUpdate(both, none));
    expect(found.filter((text) => text.includes('mutually exclusive'))).toEqual([
      `${path}: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive`,
    ]);
  });

  test.each<[string, object[], string[], string[]?]>([
    ['an approval', [condition('Approved')], []],
    [
      'both Approved and Denied',
      [condition('Approved'), condition('Denied')],
      [
        'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
      ],
    ],
    [
      'an approval with status False',
      [condition('Approved', { status: 'False' })],
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    ['no status', [condition('Mine', { status: '' })], ['status.conditions[0].status: Required value']],
    [
      'a repeated and an empty type',
      [condition('Mine'), condition('Mine'), condition('')],
      ['status.conditions[1].type: Duplicate value: "Mine"', 'status.conditions[2].type: Required value'],
      [],
    ],
  ])('are validated: %s', (_, conditions, errors, errorsInBeta = errors) => {
    expect(texts(approval.validateUpdate(withStatus({ conditions }), none))).toEqual(errors);
    expect(texts(approval.validateUpdate(withStatus({ conditions }), none, beta))).toEqual(errorsInBeta);
  });

  test('Approved and Denied change through the approval subresource only, and are never removed', () => {
    const main = rules.validateUpdate!;
    const status = rules.status!.validateUpdate!;
    const add = ['status.conditions: Forbidden: updates may not add a condition of type "Approved"'];
    expect(texts(main(approved, none))).toEqual(add);
    expect(texts(status(approved, none))).toEqual(add);
    expect(texts(status(withStatus({ conditions: [condition('Failed')] }), none))).toEqual([]);
    expect(texts(approval.validateUpdate(none, approved))).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
    const other = withStatus({ conditions: [condition('Approved', { reason: 'x' })] });
    expect(texts(status(other, approved))).toEqual([
      'status.conditions: Forbidden: updates may not modify a condition of type "Approved"',
    ]);
  });

  test('are all that the approval subresource changes, and get their times', () => {
    const object = withStatus({ conditions: [condition('Approved')], certificate });
    object.spec = {} as never;
    approval.prepareForUpdate(object, none);
    const now = '1970-01-01T00:00:00Z';
    expect(object).toEqual({
      metadata,
      spec,
      status: { conditions: [condition('Approved', { lastUpdateTime: now, lastTransitionTime: now })] },
    });
  });

  test('of approvers are kept when the status subresource issues a certificate', () => {
    const prepare = rules.status!.prepareForUpdate as (
      object: Request,
      old: Request,
      apiVersion?: string,
    ) => void;
    const old = withStatus({
      conditions: [
        condition('Approved', { reason: 'ok', lastUpdateTime: created, lastTransitionTime: created }),
      ],
    });
    const issued = withStatus({ conditions: [condition('Failed'), condition('Approved')], certificate });
    prepare(issued, old);
    expect(issued.status.conditions?.[1]).toEqual(old.status.conditions?.[0]);
    const denied = withStatus({ conditions: [condition('Denied')], certificate });
    prepare(denied, old, beta);
    expect(denied.status).toEqual({ certificate, conditions: old.status.conditions });
  });
});

describe('the certificate of a CertificateSigningRequest', () => {
  const withCertificate = (text: string) =>
    ({ metadata, spec, status: { certificate: text } }) as unknown as Request;
  const none = { metadata, spec, status: {} } as unknown as Request;
  const status = rules.status!.validateUpdate as (
    object: Request,
    old: Request,
    apiVersion?: string,
  ) => never[];
  const certificateErrors = (text: string) => [
    `status.certificate: Invalid value: "<certificate data>": ${text}`,
  ];

  test.each<[string, string, unknown[]]>([
    ['one certificate', pem, []],
    ['several with text between', `hello\n${pem}\n${pem}`, []],
    ['no PEM block', 'hello', certificateErrors('must contain at least one CERTIFICATE PEM block')],
    [
      'a block of another type',
      pem.replaceAll('CERTIFICATE', 'SECRET'),
      certificateErrors('only CERTIFICATE PEM blocks are allowed, found "SECRET"'),
    ],
    [
      'a block with headers',
      pem.replace('-----\n', '-----\nA: b\n\n'),
      certificateErrors('no PEM block headers are permitted'),
    ],
    [
      'two certificates in one block',
      '-----BEGIN CERTIFICATE-----\nMAAwAA==\n-----END CERTIFICATE-----\n',
      certificateErrors('found CERTIFICATE PEM block containing more than 1 certificate'),
    ],
    [
      'a certificate that cannot be parsed',
      '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n',
      [expect.stringContaining('<certificate data>')],
    ],
  ])('is validated in v1 only: %s', (_, text, errors) => {
    expect(texts(status(withCertificate(base64(text)), none))).toEqual(errors);
    expect(texts(status(withCertificate(base64(text)), none, beta))).toEqual([]);
  });

  test('is set through the status subresource only, and replaced in v1beta1 only', () => {
    const other = withCertificate(base64(`${pem}${pem}`));
    const set = 'status.certificate: Forbidden: updates may not set certificate content';
    expect(texts(rules.validateUpdate!(withCertificate(certificate), none))).toEqual([set]);
    expect(texts(approval.validateUpdate(withCertificate(certificate), none))).toEqual([set]);
    expect(texts(status(other, withCertificate(certificate)))).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    expect(texts(status(other, withCertificate(certificate), beta))).toEqual([]);
  });

  test('may be issued although the stored request breaks the rules of v1', () => {
    const old = {
      metadata,
      spec: { ...spec, signerName: 'orch.io/legacy-unknown', usages: ['fun', 'fun'] },
      status: {},
    } as unknown as Request;
    expect(texts(status(structuredClone(old), old))).toEqual([]);
  });
});
