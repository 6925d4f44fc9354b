import { describe, expect, it } from 'vitest';
import { SelectorError } from './selector-error.ts';
import { fnv1a, parseShardSelector } from './shard-selector.ts';

const start = '0x0000000000000000';
const half = '0x8000000000000000';
const end = '0x10000000000000000';
const range = (path: string, from: string, to: string): string => `shardRange(${path},"${from}", '${to}')`;
const uid = 'object.metadata.uid';

describe('a selector of shards', () => {
  it.each([
    [range(uid, start, end), `shardRange(${uid}, '${start}', '${end}')`],
    [
      `${range(uid, start, half)}||(${range(uid, half, end)})`,
      `shardRange(${uid}, '${start}', '${half}') || shardRange(${uid}, '${half}', '${end}')`,
    ],
  ])('%s is shown as %s', (text, shown) => {
    expect(parseShardSelector(text).toString()).toBe(shown);
  });

  it.each([
    [' ', 'empty shard selector is not allowed; omit the parameter for unfiltered lists'],
    ['x', 'unexpected expression kind 3; expected shardRange() call or || operator'],
    ['true', 'unexpected expression kind 5; expected shardRange() call or || operator'],
    ['a.b', 'unexpected expression kind 7; expected shardRange() call or || operator'],
    [`other(${uid})`, 'unsupported function "other"; only shardRange() and || are allowed'],
    [`!${range(uid, start, end)}`, 'unsupported function "!_"; only shardRange() and || are allowed'],
    [
      `${range(uid, start, end)} && true`,
      'unsupported function "_&&_"; only shardRange() and || are allowed',
    ],
    [`shardRange(${uid}, '${start}')`, 'shardRange() requires exactly 3 arguments, got 2'],
    [
      range("'a'", start, end),
      'shardRange() first argument: expected field path (e.g. object.metadata.uid), got expression kind 5',
    ],
    [
      range('object.metadata.name', start, end),
      'unsupported field path "object.metadata.name"; supported: object.metadata.uid, object.metadata.namespace',
    ],
    [range(uid, '0', end), 'hexStart must have \'0x\' prefix, got "0"'],
    [
      range(uid, '0x0', end),
      'hexStart must be a 0x-prefixed 16-digit hex value, got "0x0" (did you mean "0x0000000000000000"?)',
    ],
    [range(uid, start, '0x000000000000000g'), 'hexEnd: invalid hex character "g" in "0x000000000000000g"'],
    [range(uid, half, start), `shard range start ${half} must be less than end ${start}`],
    [range(uid, end, end), `shard range start ${end} must be less than end ${end}`],
    [
      `${range(uid, start, end)} || ${range('object.metadata.namespace', start, end)}`,
      'all shard ranges must use the same field, got "object.metadata.uid" and "object.metadata.namespace"',
    ],
    ['shardRange(', 'CEL parse error: unexpected <EOF>'],
    ['$', 'CEL parse error: unexpected input at 0'],
    [`${'('.repeat(100)}x`, 'CEL parse error: too deep'],
  ])('%s is refused', (text, message) => {
    expect(() => parseShardSelector(text)).toThrow(new SelectorError(message));
  });

  it('divides by the hash of the field, the end left out', () => {
    const hash = `0x${fnv1a('a').toString(16).padStart(16, '0')}`;
    expect(hash).toBe('0xaf63dc4c8601ec8c');
    expect(parseShardSelector(range(uid, hash, end)).includes('a')).toBe(true);
    expect(parseShardSelector(range(uid, start, hash)).includes('a')).toBe(false);
  });
});
