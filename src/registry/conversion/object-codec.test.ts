import { expect, it } from 'vitest';
import { decodeCopy, decodeMetadata, decodeWithoutManagedFields } from './object-codec.ts';

const metadata = { name: 'a', uid: 'u', labels: { '{': '}' }, finalizers: ['f'] };
const managedFields = [{ manager: 'm', fieldsV1: { 'f:spec': {} } }];
const template = { metadata: { labels: { a: 'b' }, managedFields }, spec: {} };
const tricky = 'x,"managedFields":[{"manager":"m"}],"y';

it.each<[string, object, object]>([
  ['of an object with managedFields', { ...metadata, managedFields }, { spec: { replicas: 1 } }],
  ['of one without', metadata, { spec: { replicas: 1 } }],
  ['of one whose template has some', metadata, { spec: { template } }],
  ['of one that has some, and its template too', { ...metadata, managedFields }, { spec: { template } }],
  ['of one with a list of that name beside the metadata', metadata, { spec: { a: 1, managedFields } }],
  ['of one that says so in texts', { ...metadata, annotations: { [tricky]: tricky }, managedFields }, {}],
  ['of one that says so in texts only', { ...metadata, annotations: { [tricky]: tricky } }, { spec: {} }],
  ['with an annotation of that name', { ...metadata, annotations: { a: 'b', managedFields: '[' } }, {}],
  ['with letters of several bytes', { ...metadata, annotations: { ü: '€ 😀' }, managedFields }, {}],
])('the metadata %s', (_, given, rest) => {
  const object = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: given, ...rest };
  const decoded = decodeMetadata(Buffer.from(JSON.stringify(object)));
  const { managedFields: _left, ...expected } = given as { managedFields?: object };
  const { managedFields: _right, ...found } = decoded.metadata;
  expect([decoded.kind, decoded.apiVersion, found]).toEqual(['Deployment', 'apps/v1', expected]);
});

it('are parsed without what comes after them', () => {
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { ...metadata, managedFields }, spec: {} };
  const { kind, apiVersion } = object;
  expect(decodeMetadata(Buffer.from(JSON.stringify(object)))).toEqual({ kind, apiVersion, metadata });
});

const oddNames = [{ manager: 'm', fieldsV1: { 'f:x"}]},': { '.': {} }, 'k:{"a":"}]}"}': {} } }];

it.each<[string, object, object]>([
  ['after other metadata', { ...metadata, managedFields }, { spec: { template: { metadata } } }],
  ['alone', { managedFields }, { spec: { template } }],
  ['beside those of its template', { ...metadata, managedFields }, { spec: { template } }],
  ['with ends of lists in names', { ...metadata, managedFields: oddNames }, { spec: {} }],
  ['with lists in them', { ...metadata, managedFields: [{ a: [{ b: [{}] }] }] }, { spec: {} }],
  ['named in texts', { ...metadata, annotations: { [tricky]: tricky }, managedFields }, {}],
])('an object is decoded without its managedFields: %s', (_, given, rest) => {
  const object = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: given, ...rest };
  const json = Buffer.from(JSON.stringify(object));
  const { managedFields: _left, ...others } = given as { managedFields?: object };
  expect(decodeWithoutManagedFields(json)).toEqual({ ...object, metadata: others });
  const copy = decodeCopy(json, object as never);
  expect(JSON.stringify(copy)).toBe(json.toString());
  expect(copy.metadata.managedFields).toBe((given as { managedFields?: object }).managedFields);
});

it('a list of that name in front of the metadata is left where it is', () => {
  const object = {
    kind: 'A',
    apiVersion: 'v1',
    spec: { a: 1, managedFields },
    metadata: { ...metadata, managedFields },
  };
  const json = Buffer.from(JSON.stringify(object));
  expect(decodeWithoutManagedFields(json)).toEqual({ ...object, metadata });
  expect(decodeCopy(json, object as never)).toEqual(object);
});

it('a copy of an object without managedFields has those of its template', () => {
  const object = { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { template } };
  expect(decodeCopy(Buffer.from(JSON.stringify(object)), object as never)).toEqual(object);
});
