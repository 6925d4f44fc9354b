import { describe, expect, test } from 'vitest';
import { base64, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, texts, Versions } from '../../../test/support/unit/versions.ts';
import type { CertificatesV1CertificateSigningRequest as Request } from '../../api/schema/types.gen.ts';
import { makeAuthority } from '../../util/x509.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';
import { setRequester } from './certificate-signing-request/requester.ts';
import { signerNames } from './certificate-signing-request/signers.ts';
import { certificateApproval } from './index.ts';

const rules = certificateSigningRequest(dependencies);
const approval = certificateApproval(dependencies);
const versions = new Versions(rules);
const beta = 'certificates.orch.io/v1beta1';
const request = base64(await requestPem());
const metadata = { name: 'a', creationTimestamp: created };
const spec = { request, signerName: 'example.com/mine', usages: ['client auth'] };
const { certificate: pem } = await makeAuthority('x', { notBefore: new Date(0), notAfter: new Date(1e12) });
const certificate = base64(pem);

describe('a certificate request', () => {
  test('goes from version to version without loss', () =>
    versions.expectRoundTrips({
      prepare(object) {
        // What v1 cannot do without, v1beta1 would fill in.
        object.spec = { ...object.spec, usages: object.spec?.usages?.length ? object.spec.usages : ['any'] };
        for (const condition of object.status?.conditions ?? []) condition.status ||= 'True';
      },
    }));

  test.each(['ec', 'rsa', 'ed25519'] as const)('may be for a key of type %s', async (kind) => {
    const own = base64(await requestPem({ kind }));
    expect(versions.create({ metadata, spec: { ...spec, request: own } }, 'v1')).toEqual([]);
  });

  test('has to be signed with its key', async () => {
    for (const kind of ['ec', 'rsa'] as const) {
      const der = Buffer.from((await requestPem({ kind })).replaceAll(/-----.*-----|\n/g, ''), 'base64');
      // Somebody else's name in a request that was signed already.
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
    ['may be one', {}, []],
    ['is PEM', { request: 'YQ==' }, [notPem]],
    [
      'is of 64 KiB at most',
      { request: base64('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(2_000)) },
      ['spec.request: Too long: must have at most 65536 bytes'],
    ],
    ['is a request', { request: garbage }, [expect.stringMatching(/asn1: structure error/)]],
    ['says what for', { usages: [] }, ['spec.usages: Required value: usages must be provided'], []],
    [
      'says what there is, once',
      { usages: ['fun', 'any', 'any'] },
      [
        expect.stringMatching(
          /^spec.usages\[0\]: Unsupported value: "fun": supported values: "any", "cert sign", /,
        ),
        'spec.usages[2]: Duplicate value: "any"',
      ],
      [],
    ],
    ['names a signer', { signerName: undefined }, ['spec.signerName: Required value'], []],
    [
      'of these days',
      { signerName: 'orch.io/legacy-unknown' },
      [
        'spec.signerName: Invalid value: "orch.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
      [],
    ],
    [
      'with a path',
      { signerName: 'example.com' },
      [`spec.signerName: Invalid value: "example.com": ${domain}`],
    ],
    [
      'of a domain',
      { signerName: 'example/x' },
      [
        'spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots',
      ],
    ],
    [
      'that could be',
      { signerName: 'Example.com/x' },
      [
        expect.stringContaining(
          `spec.signerName: Invalid value: "Example.com": validating label "Example": ${label}`,
        ),
      ],
    ],
    [
      'and a path that could be',
      { signerName: 'example.com/X' },
      [
        expect.stringContaining(
          'spec.signerName: Invalid value: "X": validating label "X": a lowercase RFC 1123 subdomain',
        ),
      ],
    ],
    [
      'for ten minutes at least',
      { expirationSeconds: 599 },
      [
        'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)',
      ],
    ],
  ])('%s', (_, change, errors, errorsInBeta = errors) => {
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1')).toEqual(errors);
    expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1beta1')).toEqual(errorsInBeta);
  });

  test('is asked by whom the server knows, and undecided', () => {
    const made = { metadata, spec: { ...spec, username: 'root' }, status: { certificate } } as Request;
    rules.prepareForCreate?.(made);
    expect(made).toEqual({ metadata, spec, status: {} });
    setRequester(made, { name: 'ann', uid: '7', groups: ['a'], extra: { b: ['c'] } });
    expect(made.spec).toEqual({ ...spec, username: 'ann', uid: '7', groups: ['a'], extra: { b: ['c'] } });
  });

  test('shows what was asked and decided', () => {
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

describe('the signer of an old request', () => {
  const { nodeClient, nodeServing, legacyUnknown } = signerNames(dependencies.dialect);
  const node = { commonName: 'system:node:n', organizations: ['system:nodes'] };
  const dns = { type: 'dns', value: 'n' } as const;

  test.each([
    ['a client of a node', node, ['digital signature', 'key encipherment', 'client auth'], nodeClient],
    ['a client that may do more', node, ['any', 'client auth'], legacyUnknown],
    [
      'a server on a node',
      { ...node, names: [dns] },
      ['key encipherment', 'digital signature', 'server auth'],
      nodeServing,
    ],
    [
      'somebody with an address',
      { ...node, names: [{ type: 'email', value: 'a@b.c' } as const] },
      ['key encipherment', 'digital signature', 'server auth'],
      legacyUnknown,
    ],
    [
      'somebody else',
      { commonName: 'ann' },
      ['digital signature', 'key encipherment', 'client auth'],
      legacyUnknown,
    ],
    [
      'somebody of another group',
      { ...node, organizations: ['system:nodes', 'b'] },
      ['digital signature', 'key encipherment', 'client auth'],
      legacyUnknown,
    ],
  ])('%s', async (_, options, usages, signerName) => {
    const own = base64(await requestPem(options));
    const made = versions.decode({ metadata, spec: { request: own, usages } }, versions.version('v1beta1'));
    expect(made['spec']).toMatchObject({ signerName });
  });

  test('is unknown when nobody can read it, and usages are the usual ones', () => {
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

describe('a decision', () => {
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

  test.each<[string, object[], string[], string[]?]>([
    ['may be made', [condition('Approved')], []],
    [
      'is one or the other',
      [condition('Approved'), condition('Denied')],
      [
        'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
      ],
    ],
    [
      'is made, not unmade',
      [condition('Approved', { status: 'False' })],
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    ['has a state', [condition('Mine', { status: '' })], ['status.conditions[0].status: Required value']],
    [
      'of some type, once',
      [condition('Mine'), condition('Mine'), condition('')],
      ['status.conditions[1].type: Duplicate value: "Mine"', 'status.conditions[2].type: Required value'],
      [],
    ],
  ])('%s', (_, conditions, errors, errorsInBeta = errors) => {
    expect(texts(approval.validateUpdate(withStatus({ conditions }), none))).toEqual(errors);
    expect(texts(approval.validateUpdate(withStatus({ conditions }), none, beta))).toEqual(errorsInBeta);
  });

  test('is made in one place', () => {
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

  test('takes only conditions, with times', () => {
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

  test('stays as it was when a certificate is issued', () => {
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

describe('a certificate', () => {
  const withCertificate = (text: string) =>
    ({ metadata, spec, status: { certificate: text } }) as unknown as Request;
  const none = { metadata, spec, status: {} } as unknown as Request;
  const status = rules.status!.validateUpdate as (
    object: Request,
    old: Request,
    apiVersion?: string,
  ) => never[];
  const fault = (text: string) => [`status.certificate: Invalid value: "<certificate data>": ${text}`];

  test.each<[string, string, unknown[]]>([
    ['may be issued', pem, []],
    ['may be several, with words between', `hello\n${pem}\n${pem}`, []],
    ['is there', 'hello', fault('must contain one or more PEM blocks')],
    [
      'is a certificate',
      pem.replaceAll('CERTIFICATE', 'SECRET'),
      fault('only CERTIFICATE PEM blocks are allowed, found "SECRET"'),
    ],
    [
      'has no headers',
      pem.replace('-----\n', '-----\nA: b\n\n'),
      fault('no PEM block headers are permitted'),
    ],
    [
      'is one in a block',
      '-----BEGIN CERTIFICATE-----\nMAAwAA==\n-----END CERTIFICATE-----\n',
      fault('found CERTIFICATE PEM block containing more than 1 certificate'),
    ],
    [
      'can be read',
      '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n',
      [expect.stringContaining('<certificate data>')],
    ],
  ])('%s', (_, text, errors) => {
    expect(texts(status(withCertificate(base64(text)), none))).toEqual(errors);
    expect(texts(status(withCertificate(base64(text)), none, beta))).toEqual([]);
  });

  test('is issued once, by signers', () => {
    const other = withCertificate(base64(`${pem}${pem}`));
    const set = 'status.certificate: Forbidden: updates may not set certificate content';
    expect(texts(rules.validateUpdate!(withCertificate(certificate), none))).toEqual([set]);
    expect(texts(approval.validateUpdate(withCertificate(certificate), none))).toEqual([set]);
    expect(texts(status(other, withCertificate(certificate)))).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    expect(texts(status(other, withCertificate(certificate), beta))).toEqual([]);
  });

  test('what is wrong already may stay wrong', () => {
    const old = {
      metadata,
      spec: { ...spec, signerName: 'orch.io/legacy-unknown', usages: ['fun', 'fun'] },
      status: {},
    } as unknown as Request;
    expect(texts(status(structuredClone(old), old))).toEqual([]);
  });
});
