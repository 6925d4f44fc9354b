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
