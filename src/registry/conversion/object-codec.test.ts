import { expect, it } from 'vitest';
import { decodeMetadata } from './object-codec.ts';

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
