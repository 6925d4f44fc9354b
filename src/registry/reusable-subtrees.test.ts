import { expect, test } from 'vitest';
import { schemaOf } from '../../test/support/unit/apply-fields.ts';
import { Normalizer } from '../api/codec/normalizer.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import { applyMergePatch } from '../api/patch/merge-patch.ts';
import { reusableSubtrees } from './reusable-subtrees.ts';

const schema = schemaOf('Pod');

const stored: any = new Normalizer().normalize(
  {
    metadata: { name: 'a', labels: { app: 'web' }, managedFields: [{ manager: 'm' }] },
    spec: {
      nodeSelector: { disk: 'ssd' },
      containers: [{ name: 'a' }, { name: 'b', ports: [{ containerPort: 80 }] }],
    },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  },
  schema,
);

function patched(patch: object, rules: object = { sharesNestedFields: true }): any {
  const known = reusableSubtrees(rules, stored as ApiObject);
  return new Normalizer().normalize(applyMergePatch(stored, patch), schema, [], known);
}

test.each<[string, object, (object: any) => unknown]>([
  ['a list of a section', { spec: { hostname: 'x' } }, ({ spec }) => spec.containers],
  ['a map of a section', { spec: { hostname: 'x' } }, ({ spec }) => spec.nodeSelector],
  ['a section that nothing was said of, below it', { spec: {} }, ({ status }) => status.conditions],
  ['the record of owners', { metadata: { labels: { a: 'b' } } }, ({ metadata }) => metadata.managedFields],
])('what stays as it is is shared: %s', (_, patch, part) => {
  expect(part(patched(patch))).toBe(part(stored));
});

test.each<[string, (object: any) => unknown]>([
  ['the object', (object) => object],
  ['its metadata', ({ metadata }) => metadata],
  ['its labels', ({ metadata }) => metadata.labels],
  ['its sections', ({ spec }) => spec],
])('what everybody puts things into is its own: %s', (_, part) => {
  const object = patched({});
  expect(part(object)).toEqual(part(stored));
  expect(part(object)).not.toBe(part(stored));
});

test('what is replaced is shaped', () => {
  const containers = [{ name: 'c', ports: [], unknown: 1 }];
  expect(JSON.parse(JSON.stringify(patched({ spec: { containers } }).spec.containers))).toEqual([
    { name: 'c', resources: {} },
  ]);
});

test('a kind that does not say that it shares nested fields shares none', () => {
  const object = patched({}, {});
  expect(object).toEqual(stored);
  expect(object.spec.containers).not.toBe(stored.spec.containers);
});
