import { expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, texts, Versions } from '../../../test/support/unit/versions.ts';
import { storageVersion } from './storage-version/index.ts';
import { storageVersionValidation } from './storage-version/validation.ts';

const rules = storageVersion(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'apps.deployments', creationTimestamp: created };
const server = (apiServerID: string, encodingVersion = 'apps/v1', decodableVersions = [encodingVersion]) => ({
  apiServerID,
  encodingVersion,
  decodableVersions,
});
const of = (status: object) => ({ metadata, spec: {}, status }) as any;

test('a StorageVersion converts between versions without loss', () => versions.expectRoundTrips());

test.each([
  ['apps.deployments', []],
  ['pods', ['name must be in the form of <group>.<resource>']],
  ['A.b', [expect.stringMatching(/^the group segment a lowercase RFC 1123 subdomain/)]],
  ['a.B', [expect.stringMatching(/^the resource segment a DNS-1035 label/)]],
])('the name %s of a StorageVersion is valid or has its error', (name, errors) => {
  expect(rules.validateName?.(name, false)).toEqual(errors);
});

const common = 'status.commonEncodingVersion: Invalid value:';

test.each<[string, object, unknown[]]>([
  ['no servers', {}, []],
  [
    'servers that agree',
    { storageVersions: [server('a'), server('b')], commonEncodingVersion: 'apps/v1' },
    [],
  ],
  [
    'a missing common version',
    { storageVersions: [server('a')] },
    [`${common} "null": the common encoding version is apps/v1`],
  ],
  [
    'a wrong common version',
    { storageVersions: [server('a')], commonEncodingVersion: 'v1' },
    [`${common} "v1": the actual common encoding version is apps/v1`],
  ],
  [
    'a common version although servers disagree',
    { storageVersions: [server('a'), server('b', 'v1')], commonEncodingVersion: 'v1' },
    [
      `${common} "v1": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet`,
    ],
  ],
  [
    'a duplicate server that cannot decode its own encoding version',
    { storageVersions: [server('a'), server('a', 'apps/v1', ['v1'])], commonEncodingVersion: 'apps/v1' },
    [
      'status.storageVersions[1].apiServerID: Duplicate value: "a"',
      'status.storageVersions[1].decodableVersions: Invalid value: ["v1"]: decodableVersions must include encodingVersion apps/v1',
    ],
  ],
  [
    'conditions without reason, message and unique types',
    {
      conditions: [
        { type: 'x', status: 'True' },
        { type: 'x', status: 'True', reason: 'r', message: 'm' },
      ],
    },
    [
      'status.conditions[0].reason: Required value: reason cannot be empty',
      'status.conditions[0].message: Required value: message cannot be empty',
      'status.conditions[1].type: Invalid value: "x": the type of the condition is not unique, it also appears in conditions[0]',
    ],
  ],
])('validation of the status of a StorageVersion: %s', (_, status, errors) => {
  const made = versions.decode(of(status), versions.version('v1alpha1')) as any;
  expect(texts(rules.status!.validateUpdate!(made, made))).toEqual(errors);
});

test('creation clears the status of a StorageVersion, and the table shows it', () => {
  const status = {
    storageVersions: ['a', 'b', 'c', 'd'].map((id) => server(id)),
    commonEncodingVersion: 'apps/v1',
  };
  const made = of(status);
  expect(rules.table?.cells(made, later)).toEqual([
    'apps.deployments',
    'apps/v1',
    'a=apps/v1,b=apps/v1,c=apps/v1 + 1 more...',
    '5m10s',
  ]);
  rules.prepareForCreate?.(made);
  expect(made.status).toEqual({});
  expect(rules.table?.cells(made, later)).toEqual(['apps.deployments', '<unset>', '<unset>', '5m10s']);
});

test('conditions of a StorageVersion are not compared each with each', () => {
  const condition = (type: string) => ({ type, status: 'True', reason: 'r', message: 'm' });
  const conditions = [
    ...Array.from({ length: 60_000 }, (_, index) => condition(`c${index}`)),
    ...[condition('c7'), condition('c7')],
  ];
  const begun = process.threadCpuUsage();
  const problems = texts(storageVersionValidation(dependencies.gates)(of({ conditions })));
  const { user, system } = process.threadCpuUsage(begun);
  expect(problems).toHaveLength(2);
  for (const problem of problems) expect(problem).toContain('it also appears in conditions[7]');
  expect(user + system).toBeLessThan(1_500_000);
});
