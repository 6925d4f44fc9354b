import { expect, test } from 'vitest';
import { FlagValues } from '../../util/flags.ts';
import { anonymousAccess, anonymousFlag } from './anonymous.ts';

const name = anonymousFlag.name;

test.each([
  ['who shows no credentials is anonymous', {}, false, 'anonymous'],
  ['unless nobody is to be', { [name]: 'false' }, false, 'refused'],
  ['where everything is allowed, strangers see whether the server is well', {}, true, 'health'],
  ['and nothing else, even when anonymous access is asked for', { [name]: 'true' }, true, 'health'],
  ['or not even that', { [name]: 'false' }, true, 'refused'],
] as const)('%s', (_, given, allowsAll, expected) => {
  expect(anonymousAccess(new FlagValues([anonymousFlag], given), allowsAll)).toBe(expected);
});

test.each([
  ['a file may name the paths', true, ['/livez'], false, new Set(['/livez'])],
  ['or none, and means all', true, [], false, 'anonymous'],
  ['or refuse', false, [], false, 'refused'],
  ['where everything is allowed, the paths do not count', true, ['/api'], true, 'health'],
] as const)('%s', (_, enabled, paths, allowsAll, expected) => {
  const flags = new FlagValues([anonymousFlag], {});
  expect(anonymousAccess(flags, allowsAll, { enabled, paths })).toEqual(expected);
});
