import { expect, test } from 'vitest';
import { created, later, texts } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { apiService } from './api-service/index.ts';

const rules = apiService(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'v1.a.io', creationTimestamp: created };
const spec = { group: 'a.io', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 };
const service = { namespace: 'n', name: 's' };

test('an APIService converts between versions without loss', () => versions.expectRoundTrips());

test.each<[string, object, unknown[]]>([
  ['a local one', {}, []],
  ['one with a Service', { service, insecureSkipTLSVerify: true }, []],
  [
    'a name that is not version.group',
    { version: 'v2' },
    ['metadata.name: Invalid value: "v1.a.io": must be `spec.version+"."+spec.group`: "v2.a.io"'],
  ],
  [
    'an empty group with a version other than v1',
    { group: '', version: 'v2' },
    [
      'metadata.name: Invalid value: "v1.a.io": must be `spec.version+"."+spec.group`: "v2."',
      'spec.group: Required value: only v1 may have an empty group and it better be legacy orch',
    ],
  ],
  [
    'an invalid group and version',
    { group: 'A', version: '1' },
    [
      'metadata.name: Invalid value: "v1.a.io": must be `spec.version+"."+spec.group`: "1.A"',
      expect.stringMatching(/^spec.group: Invalid value: "A": a lowercase RFC 1123 subdomain/),
      expect.stringMatching(/^spec.version: Invalid value: "1": a DNS-1035 label/),
    ],
  ],
  [
    'priorities out of range',
    { groupPriorityMinimum: 0, versionPriority: 1001 },
    [
      'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
      'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000',
    ],
  ],
  [
    'a local one with TLS settings',
    { caBundle: 'YWJj', insecureSkipTLSVerify: true },
    [
      'spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
      'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
    ],
  ],
  [
    'an incomplete Service',
    { service: { port: 0 } },
    [
      'spec.service.namespace: Required value',
      'spec.service.name: Required value',
      'spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
    ],
  ],
  [
    'a caBundle beside insecureSkipTLSVerify',
    { service, insecureSkipTLSVerify: true, caBundle: 'YWJj' },
    ['spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present'],
  ],
])('validation of an APIService: %s', (_, change, errors) => {
  expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1')).toEqual(errors);
  expect(versions.create({ metadata, spec: { ...spec, ...change } }, 'v1beta1')).toEqual(errors);
});

test('a local APIService is created with the condition Available, and the table shows it', () => {
  const local = versions.decode({ metadata, spec }, versions.version('v1')) as any;
  rules.prepareForCreate?.(local);
  expect(local.status.conditions).toMatchObject([{ type: 'Available', status: 'True', reason: 'Local' }]);
  expect(rules.table?.cells(local, later)).toEqual(['v1.a.io', 'Local', 'True', '5m10s']);
  const remote = versions.decode({ metadata, spec: { ...spec, service } }, versions.version('v1')) as any;
  rules.prepareForCreate?.(remote);
  expect(remote).toMatchObject({ spec: { service: { port: 443 } }, status: {} });
  expect(rules.table?.cells(remote, later)).toEqual(['v1.a.io', 'n/s', 'Unknown', '5m10s']);
  remote.status.conditions = [{ type: 'Available', status: 'False', reason: 'ServiceNotFound' }];
  expect(rules.table?.cells(remote, later)[2]).toBe('False (ServiceNotFound)');
  remote.status.conditions = [{ type: 'Available', status: 'False' }];
  expect(rules.table?.cells(remote, later)[2]).toBe('False');
});

test('the status of a condition must be True, False or Unknown', () => {
  const wrong = { status: { conditions: [{ type: 'Available', status: 'x' }] } } as any;
  expect(rules.status?.validateUpdate?.(wrong, wrong)).toMatchObject([
    { reason: 'FieldValueNotSupported', field: 'status.conditions[0].status' },
  ]);
});

test.each([
  ['1.23', ['metadata.name: Invalid value: "a/b": must be `spec.version+"."+spec.group`: "v1.a.io"']],
  ['1.24', []],
])('in %s a name that is no part of a path is told: %j', (release, expected) => {
  const { validateCreate } = apiService({ ...dependencies, gates: new FeatureGates(release) });
  const object = versions.decode({ metadata: { ...metadata, name: 'a/b' }, spec }, versions.stored);
  expect(texts(validateCreate?.(object as never))).toEqual(expected);
});
