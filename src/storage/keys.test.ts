import { expect, it } from 'vitest';
import { relativeKey, splitRelativeKey } from './keys.ts';

it.each([
  ['default', 'web', 'default/web'],
  ['', 'system:node-proxier', 'system:node-proxier'],
  ['', 'Rôle d’accès', 'R%C3%B4le%20d%E2%80%99acc%C3%A8s'],
  ['default', 'a%2f..%2fb', 'default/a%252f..%252fb'],
  ['default', 'a/b', 'default/a%2Fb'],
])('%j, %j: a key for every name, and the name from the key', (namespace, name, key) => {
  expect(relativeKey(namespace, name)).toBe(key);
  expect(splitRelativeKey(key)).toEqual({ namespace, name });
});

it.each(['', '.', '..'])('%j is no place in the store', (name) => {
  expect(() => relativeKey('default', name)).toThrow(/cannot be part of a key/);
});
