import { expect, it } from 'vitest';
import { relativeKey, StorageKeys, splitRelativeKey } from './keys.ts';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

it.each([
  ['default', 'web', 'default/web'],
  ['', 'system:node-proxier', 'system:node-proxier'],
  ['', 'two words', 'two words'],
  ['', 'Rôle d’accès', bytes('Rôle d’accès')],
  ['', '\u{1f600}', bytes('\u{1f600}')],
  // No object has such a name: the encoding keeps what is asked for from reaching elsewhere.
  ['default', 'a%2f..%2fb', 'default/a%252f..%252fb'],
  ['default', 'a/b', 'default/a%2Fb'],
  ['default', 'a\u0000b', 'default/a%00b'],
])('%j, %j: a key for every name, and the name from the key', (namespace, name, key) => {
  expect(relativeKey(namespace, name)).toBe(key);
  expect(splitRelativeKey(key)).toEqual({ namespace, name });
});

it.each(['', '.', '..'])('%j is no place in the store', (name) => {
  expect(() => relativeKey('default', name)).toThrow(/cannot be part of a key/);
});

it('keys are in the order of their bytes', () => {
  const names = ['a', 'é', '\uffee', '\u{1f600}'];
  expect(names.map((name) => relativeKey('', name)).sort()).toEqual(names.map(bytes));
});

const keys = new StorageKeys('registry/', new Map([['services.', 'services/specs']]));

it.each([
  [{ group: '', resource: 'services' }, '/registry/services/specs/'],
  [{ group: 'example.com', resource: 'crontabs' }, '/registry/example.com/crontabs/'],
])('%j lies at %s', (type, place) => {
  expect(keys.resource(type)).toBe(place);
});

it.each(['..', 'a/b', ''])('%j is no resource', (resource) => {
  expect(() => keys.resource({ group: 'example.com', resource })).toThrow(/cannot be part of a key/);
});
