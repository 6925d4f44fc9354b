import { describe, expect, it } from 'vitest';
import { hasVersion, parseResourceVersion, versionOfObject } from './resource-version.ts';

const max = '18446744073709551615';

describe('a resource version', () => {
  it.each([
    ['0', 0],
    ['42', 42],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    [max, Number.MAX_SAFE_INTEGER],
    [`000${max}`, Number.MAX_SAFE_INTEGER],
  ])('%s stands for the revision %i', (text, revision) => {
    expect(parseResourceVersion(text, 'cache')).toBe(revision);
    expect(parseResourceVersion(text, 'store')).toBe(revision);
  });

  it.each([
    ['', 'invalid syntax'],
    ['x', 'invalid syntax'],
    ['-1', 'invalid syntax'],
    ['1.0', 'invalid syntax'],
    [' 1', 'invalid syntax'],
    ['18446744073709551616', 'value out of range'],
    ['100000000000000000000', 'value out of range'],
  ])('%j stands for none', (text, why) => {
    const problem = `strconv.ParseUint: parsing "${text}": ${why}`;
    const message = `resourceVersion: Invalid value: "${text}": ${problem}`;
    expect(() => parseResourceVersion(text, 'cache')).toThrow(
      expect.objectContaining({ code: 500, message }),
    );
    expect(() => parseResourceVersion(text, 'store')).toThrow(
      expect.objectContaining({ code: 400, message: `invalid resource version: ${message}` }),
    );
    if (text !== '')
      expect(() => versionOfObject(text)).toThrow(expect.objectContaining({ code: 500, message: problem }));
    expect(hasVersion(text)).toBe(false);
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['0', undefined],
  ['000', undefined],
  ['1', 1],
  ['42', 42],
])('an object with the version %j is based on %j', (text, version) => {
  expect(versionOfObject(text)).toBe(version);
  expect(hasVersion(text)).toBe(version !== undefined);
});
