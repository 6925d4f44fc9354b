import { describe, expect, it } from 'vitest';
import { ContinueTokens } from './continue-token.ts';

const tokens = new ContinueTokens('meta/v1');
const token = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
const valid = { v: 'meta/v1', rv: 42, start: 'web\0' };

describe('a continue token', () => {
  it.each([
    { revision: 42, startKey: 'default/web\0' },
    { revision: -1, startKey: 'web\0' },
    { revision: Number.MAX_SAFE_INTEGER, startKey: 'ü' },
  ])('carries %j', (position) => {
    const text = tokens.encode(position);
    expect(text).toMatch(/^[\w-]+$/);
    expect(tokens.decode(text)).toEqual(position);
  });

  it.each<[string, object, object]>([
    ['a key that begins with a slash', { ...valid, start: '/a/b' }, { revision: 42, startKey: 'a/b' }],
    ['any negative revision as the newest', { ...valid, rv: -7 }, { revision: -1, startKey: 'web\0' }],
    ['what it does not know beside the rest', { ...valid, x: 'y' }, { revision: 42, startKey: 'web\0' }],
    ['names with dots', { ...valid, start: 'a/.b/..c' }, { revision: 42, startKey: 'a/.b/..c' }],
  ])('may have %s', (_, content, expected) => {
    expect(tokens.decode(token(content))).toEqual(expected);
  });

  const mismatch = (what: string, where: string, type: string): string =>
    `json: cannot unmarshal ${what} into Go ${where} of type ${type}`;

  it.each<[string, string, string | RegExp]>([
    ['another character', 'ab%c', 'illegal base64 data at input byte 2'],
    ['another character at its beginning', '%abc', 'illegal base64 data at input byte 0'],
    ['a character too many', 'abcde', 'illegal base64 data at input byte 4'],
    ['no JSON', token('{'), /./],
    ['a number', token('1'), mismatch('number', 'value', 'continueToken')],
    ['a list', token('[]'), mismatch('array', 'value', 'continueToken')],
    ['null', token('null'), 'server does not recognize this encoded version ""'],
    ['no version', token({ rv: 1, start: 'a' }), 'server does not recognize this encoded version ""'],
    ['another version', token({ ...valid, v: 'x' }), 'server does not recognize this encoded version "x"'],
    [
      'a version that is no text',
      token({ ...valid, v: 1 }),
      mismatch('number', 'struct field continueToken.v', 'string'),
    ],
    [
      'a revision that is a text',
      token({ ...valid, rv: '1' }),
      mismatch('string', 'struct field continueToken.rv', 'int64'),
    ],
    [
      'a revision that is no whole number',
      token({ ...valid, rv: 1.5 }),
      mismatch('number', 'struct field continueToken.rv', 'int64'),
    ],
    [
      'a key that is no text',
      token({ ...valid, start: {} }),
      mismatch('object', 'struct field continueToken.start', 'string'),
    ],
    [
      'no revision',
      token({ v: 'meta/v1', start: 'a' }),
      'incorrect encoded start resourceVersion (version meta/v1)',
    ],
    [
      'null as its revision',
      token({ ...valid, rv: null }),
      'incorrect encoded start resourceVersion (version meta/v1)',
    ],
    ['revision 0', token({ ...valid, rv: 0 }), 'incorrect encoded start resourceVersion (version meta/v1)'],
    ['no key', token({ v: 'meta/v1', rv: 1 }), 'encoded start key empty (version meta/v1)'],
    ['an empty key', token({ ...valid, start: '' }), 'encoded start key empty (version meta/v1)'],
    ['null as its key', token({ ...valid, start: null }), 'encoded start key empty (version meta/v1)'],
    ['a key that leads elsewhere', token({ ...valid, start: 'a/../b' }), 'a/../b'],
    ['a key that leads nowhere', token({ ...valid, start: '/./b' }), '/./b'],
    ['a key with an empty part', token({ ...valid, start: 'a//b' }), 'a//b'],
    ['a key that ends in a slash', token({ ...valid, start: 'a/' }), 'a/'],
  ])('with %s is refused', (_, text, why) => {
    const prefix = 'invalid continue token: continue key is not valid: ';
    const message = typeof why === 'string' ? prefix + why : expect.stringMatching(why);
    expect(() => tokens.decode(text)).toThrow(expect.objectContaining({ code: 400, message }));
  });

  it('is refused for the first field of another type alone', () => {
    expect(() => tokens.decode(token({ x: 1, start: 2, rv: 'x' }))).toThrow(
      'continueToken.start of type string',
    );
  });
});
