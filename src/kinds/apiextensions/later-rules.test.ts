import { expect, test } from 'vitest';
import { Bench, dependencies, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const rulesOf = (release: string) =>
  customResourceDefinition({ ...dependencies, gates: new FeatureGates(release) });

const schema = (size: Written) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer', ...size } } } },
  },
});
const version = { name: 'v1', served: true, storage: true, schema: schema({}) };
const names = { plural: 'bigs', kind: 'Big', singular: 'big', listKind: 'BigList' };
const spec = { group: 'example.com', names, scope: 'Namespaced', versions: [version] };
const benchOf = (release: string) =>
  new Bench(rulesOf(release), { metadata: { name: 'bigs.example.com' }, spec }, release);
const benches = new Map(['1.30', '1.31', '1.36'].map((release) => [release, benchOf(release)]));
const bench = (release: string) => benches.get(release)!;

const other = { name: 'v2', served: true, storage: false, schema: schema({ minimum: 1 }) };
const sizeDefault =
  'spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].default: Invalid value';
const withVersion = (change: Written): Written => ({
  spec: { ...spec, versions: [{ ...version, ...change }, other] },
});

test.each<[string, string, Written, unknown[]]>([
  [
    'an empty list of versions',
    '1.36',
    { spec: { ...spec, versions: [] } },
    expect.arrayContaining([
      'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
    ]),
  ],
  [
    'no versions',
    '1.36',
    { spec: { ...spec, versions: null } },
    expect.arrayContaining([
      'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
    ]),
  ],
  [
    'selectable fields without a schema',
    '1.36',
    withVersion({ schema: undefined, selectableFields: [{ jsonPath: '.spec.size' }] }),
    [
      'spec.versions[0].schema.openAPIV3Schema: Required value',
      'spec.versions[0].selectableFields: Invalid value: "": may only be set when `version.schema.openAPIV3Schema` is not included',
    ],
  ],
  [
    'a default of another type',
    '1.36',
    withVersion({ schema: schema({ default: 'x' }) }),
    [`${sizeDefault}: "string":  in body must be of type integer: "string"`],
  ],
  [
    'a default with unknown fields',
    '1.36',
    withVersion({ schema: schema({ default: { b: 1, a: '<' } }) }),
    expect.arrayContaining([`${sizeDefault}: {"a":"\\u003c","b":1}: must not have unknown fields`]),
  ],
  [
    'a default with unknown fields, as Go writes it',
    '1.30',
    withVersion({ schema: schema({ default: { b: 1, a: '<' } }) }),
    expect.arrayContaining([
      `${sizeDefault}: map[string]interface {}{"a":"<", "b":1}: must not have unknown fields`,
    ]),
  ],
])('%s (%s)', (_, release, change, errors) => {
  expect(bench(release).create(change).errors).toEqual(errors);
});

const webhook = (caBundle: string): Written => ({
  spec: {
    ...spec,
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://x', caBundle }, conversionReviewVersions: ['v1'] },
    },
  },
});
const certificate = `MIIBgjCCASmgAwIBAgIUIlf6/rc0zXDBcQI0UN2M+JbnIx4wCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLcmVjIHRlc3QgY2EwIBcNMjYxMTI2MTIzMTQ4WhgPMjEyNjEx
MDIxMjMxNDhaMBYxFDASBgNVBAMMC3JlYyB0ZXN0IGNhMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEUIPdTm2uCisPn9ZfTzUMt5llQCFLTQNhkbdcc0cqzvSf9CIQ
gxaJTT0Ew9QV4n7BQicITl9aPG2VhVrhZqqePKNTMFEwHQYDVR0OBBYEFHRyQq3t
raTZuc6CEf2jR2qpffqrMB8GA1UdIwQYMBaAFHRyQq3traTZuc6CEf2jR2qpffqr
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgaV4DDvyek0tVKwV6
J0fao8ZlzQq3iRt+C6U9fvBqHEkCIDKSd6/z1ZB0eEKUdaz2EkQeWRFKzoSTGIjn
bi2VScpx`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pem = (label: string, body: string): string =>
  base64(`-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`);
const good = webhook(pem('CERTIFICATE', certificate));
const path = 'spec.conversion.webhookClientConfig.caBundle: Invalid value';
const load = 'unable to load root certificates';

test.each<[string, string, string, Written, string[]]>([
  ['certificates stay', '1.31', pem('CERTIFICATE', certificate), good, []],
  ['certificates may be left out', '1.31', '', good, []],
  ['others may stay', '1.31', 'b3RoZXI=', webhook('eA=='), []],
  [
    'certificates do not become anything else',
    '1.31',
    'b3RoZXI=',
    good,
    [`${path}: "b3RoZXI=": ${load}: unable to parse bytes as PEM block`],
  ],
  [
    'nor another sort of block',
    '1.31',
    pem('KEY', 'AAAA'),
    good,
    [`${path}: "${pem('KEY', 'AAAA')}": ${load}: no valid certificate authority data seen`],
  ],
  ['before, they do', '1.30', 'b3RoZXI=', good, []],
])('authorities of a webhook: %s (%s)', (_, release, bundle, old, errors) => {
  expect(bench(release).create(webhook(bundle)).errors).toEqual([]);
  expect(bench(release).update(webhook(bundle), old).errors).toEqual(errors);
});

test.each([
  ['1.24', true, 'none'],
  ['1.23', false, 'background'],
] as const)('deletions in %s', (release, namesResourceInPreconditions, defaultPropagation) => {
  expect(rulesOf(release).deletion).toMatchObject({ namesResourceInPreconditions, defaultPropagation });
});
