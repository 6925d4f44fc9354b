import { describe, expect, test } from 'vitest';
import type { ObjectMeta } from '../meta/metadata.ts';
import { FieldPath, fieldErrorText } from './field-errors.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from './metadata-validation.ts';
import { nameIsDnsSubdomain } from './names.ts';

const path = FieldPath.of('metadata');
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const qualified =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: 'u' };

describe('validation of the metadata of a new object', () => {
  const cases: [what: string, meta: ObjectMeta, errors: string[]][] = [
    ['is valid', {}, []],
    [
      'is valid with all fields',
      {
        generateName: 'a-',
        generation: 1n,
        labels: { 'example.com/A': '' },
        annotations: { 'EXAMPLE.com/a_B': 'anything\n' },
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, apiVersion: 'v1' },
        ],
        finalizers: ['example.com/a', 'orphan', 'word'],
        managedFields: [
          { manager: 'a b', operation: 'Apply', fieldsType: 'FieldsV1' },
          { operation: 'Update' },
        ],
        creationTimestamp: null,
      },
      [],
    ],
    ['has no name', { name: '' }, ['metadata.name: Required value: name or generateName is required']],
    ['has no namespace', { namespace: '' }, ['metadata.namespace: Required value']],
    [
      'has bad names',
      { generateName: 'A-', name: 'A-x', namespace: 'a.b' },
      [
        `metadata.name: Invalid value: "A-x": ${subdomain}`,
        `metadata.namespace: Invalid value: "a.b": ${label}`,
      ],
    ],
    [
      'has a bad generateName',
      { generateName: '_x-' },
      [`metadata.generateName: Invalid value: "_x-": ${subdomain}`],
    ],
    [
      'has a negative generation',
      { generation: -1 },
      ['metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'has bad labels and annotations',
      { labels: JSON.parse('{"__proto__":"a"}'), annotations: { _: '', a: 'x'.repeat(262144) } },
      [
        `metadata.labels: Invalid value: "__proto__": ${qualified}`,
        `metadata.annotations: Invalid value: "_": ${qualified}`,
        'metadata.annotations: Too long: must have at most 262144 bytes',
      ],
    ],
    ['has as many annotations as fit', { annotations: { a: 'x'.repeat(262143) } }, []],
    [
      'has incomplete owners',
      { ownerReferences: [{ apiVersion: 'a/b/c', kind: '', name: '', uid: '' }] },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
      ],
    ],
    [
      'has an Event as its owner',
      { ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] },
      [
        'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"a","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    [
      'has two controllers',
      {
        ownerReferences: ['a', 'b', 'c'].map((name) => ({
          apiVersion: 'v1',
          kind: 'K',
          name,
          uid: 'u',
          controller: true,
        })),
      },
      [
        'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"K","name":"a","uid":"u","controller":true},{"apiVersion":"v1","kind":"K","name":"b","uid":"u","controller":true},{"apiVersion":"v1","kind":"K","name":"c","uid":"u","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for K/a and K/b',
      ],
    ],
    [
      'has bad finalizers',
      { finalizers: ['foregroundDeletion', 'plain', 'orphan', '_'] },
      [
        `metadata.finalizers: Invalid value: "_": ${qualified}`,
        'metadata.finalizers: Invalid value: []string{"foregroundDeletion", "plain", "orphan", "_"}: finalizer orphan and foregroundDeletion cannot be both set',
        'metadata.finalizers[1]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
        'metadata.finalizers[3]: Invalid value: "_": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'has bad managed fields',
      {
        managedFields: [
          { operation: 'apply', fieldsType: 'FieldsV2', manager: 'ä\x07' },
          { operation: 'Apply', manager: 'x'.repeat(129), subresource: 'y'.repeat(257) },
        ],
      },
      [
        'metadata.managedFields[0].operation: Invalid value: "apply": must be `Apply` or `Update`',
        'metadata.managedFields[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`',
        'metadata.managedFields[0].manager: Invalid value: "ä\\a": invalid character U+0007 (at position 2)',
        'metadata.managedFields[1].manager: Too long: must have at most 128 bytes',
        'metadata.managedFields[1].subresource: Too long: must have at most 256 bytes',
      ],
    ],
  ];
  const rules = { namespaced: true, validateName: nameIsDnsSubdomain, plainFinalizers: ['word'] };
  test.each(cases)('%s', (_, meta, errors) => {
    const whole = { name: 'a', namespace: 'b', ...meta };
    expect(validateObjectMeta(whole, rules, path).map(fieldErrorText)).toEqual(errors);
  });

  test('a cluster-scoped object must not have a namespace', () => {
    const clusterRules = { namespaced: false, validateName: nameIsDnsSubdomain };
    expect(validateObjectMeta({ name: 'a' }, clusterRules, path)).toEqual([]);
    expect(validateObjectMeta({ name: 'a', namespace: 'b' }, clusterRules, path).map(fieldErrorText)).toEqual(
      ['metadata.namespace: Forbidden: not allowed on this type'],
    );
  });

  test('a custom resource may have finalizers without a domain', () => {
    const custom = { ...rules, plainFinalizers: 'any' as const };
    expect(validateObjectMeta({ name: 'a', namespace: 'b', finalizers: ['plain'] }, custom, path)).toEqual(
      [],
    );
  });
});

describe('validation of the metadata of an update', () => {
  const old: ObjectMeta = {
    name: 'a',
    namespace: 'b',
    uid: 'u',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2021-03-04T05:06:07Z',
  };
  const deleting: ObjectMeta = {
    ...old,
    deletionTimestamp: '2021-03-04T05:06:08Z',
    deletionGracePeriodSeconds: 30,
    finalizers: ['x.y/a'],
  };
  const cases: [what: string, oldMeta: ObjectMeta, changes: ObjectMeta, errors: string[]][] = [
    ['stays as it is', old, {}, []],
    [
      'says the same in other words',
      old,
      { creationTimestamp: '2021-03-04T06:06:07+01:00', generation: 3n },
      [],
    ],
    [
      'has no resourceVersion',
      old,
      { resourceVersion: '' },
      ['metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    ],
    [
      'has a lower generation',
      old,
      { generation: 1 },
      ['metadata.generation: Invalid value: 1: must not be decremented'],
    ],
    [
      'has other values where none may change',
      old,
      {
        name: 'c',
        namespace: '',
        uid: 'v',
        creationTimestamp: null,
        deletionTimestamp: '2021-03-04T05:06:08Z',
        deletionGracePeriodSeconds: 0,
        clusterName: 'x',
      },
      [
        'metadata.name: Invalid value: "c": field is immutable',
        'metadata.namespace: Invalid value: "": field is immutable',
        'metadata.uid: Invalid value: "v": field is immutable',
        'metadata.creationTimestamp: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable',
        'metadata.deletionTimestamp: Invalid value: 2021-03-04 05:06:08 +0000 UTC: field is immutable',
        'metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable',
        'metadata.clusterName: Invalid value: "x": field is immutable',
      ],
    ],
    [
      'is wanted back',
      deleting,
      { deletionTimestamp: null, deletionGracePeriodSeconds: null },
      [
        'metadata.deletionTimestamp: Invalid value: "null": field is immutable',
        'metadata.deletionGracePeriodSeconds: Invalid value: "null": field is immutable',
      ],
    ],
    ['counts seconds in a bigint', deleting, { deletionGracePeriodSeconds: 30n }, []],
    ['loses a finalizer on its way out', deleting, { finalizers: [] }, []],
    [
      'gets finalizers on its way out',
      deleting,
      { finalizers: ['x.y/c', 'x.y/a', 'x.y/b'] },
      [
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.y/b", "x.y/c"}',
      ],
    ],
    [
      'gets a finalizer without a domain',
      old,
      { finalizers: ['plain'] },
      [
        'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'gets bad labels, annotations, owners, managers',
      old,
      {
        labels: { _: '' },
        annotations: { '': '' },
        ownerReferences: [{ ...owner, uid: '' }],
        managedFields: [{ operation: 'x' }],
      },
      [
        `metadata.labels: Invalid value: "_": ${qualified}`,
        'metadata.annotations: Invalid value: "": name part must be non-empty',
        `metadata.annotations: Invalid value: "": ${qualified}`,
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
        'metadata.managedFields[0].operation: Invalid value: "x": must be `Apply` or `Update`',
      ],
    ],
  ];
  test.each(cases)('%s', (_, oldMeta, changes, errors) => {
    expect(validateObjectMetaUpdate({ ...oldMeta, ...changes }, oldMeta, path).map(fieldErrorText)).toEqual(
      errors,
    );
  });
});
