import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Pacer } from '../util/pacer.ts';
import { parseForeign } from './foreign-json.ts';

const bounds = { levels: 20, values: 50_000, together: 20_000 };
const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);
const many = (item: string, count: number): string => Array.from({ length: count }, () => item).join(',');

describe('the JSON of another server', () => {
  it.each([
    '[]',
    '7',
    'null',
    '"a"',
    '{"a":[1],"b":{"c":[0],"d":{"e":[[1]]},"f":2,"g":[]},"h":[{"i":[0]},"j",[0],[]]}',
    '{"a":{"\\"[":["]}","\\\\",{"k":"{"}]}}',
    '{"__proto__":{"__proto__":{"a":1},"b":[2]}}',
    '{"a":{"b":[1],"b":[2]}}',
    ' { "a" : { "b" : [ 1 , { } ] } } ',
  ])('is what it is: %s', async (text) => {
    expect(await parseForeign(text, bounds, new Pacer())).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '{"a":{"b":{]}}', '{"a":{"b":{}1}}', '{"a":{"b":[1}}', '[[[]', ']', '{"a":{"b":"c}}'])(
    'is refused as none: %s',
    async (text) => {
      await expect(parseForeign(text, bounds, new Pacer())).rejects.toThrow(SyntaxError);
    },
  );

  it.each([
    ['lists in lists', nested('[', ']', 2_000_000), 'has more than 20 levels'],
    ['objects in objects', '{"a":'.repeat(800_000), 'has more than 20 levels'],
    ['a million empty objects', `[${many('{}', 1_000_000)}]`, 'has more than 20000 values in one place'],
    ['a part of many values', `[[[${many('1', 30_000)}]]]`, 'has more than 20000 values in one place'],
    ['many parts', `[[${many('[1,2,3,4,5]', 15_000)}]]`, 'has more than 50000 values'],
  ])('is refused before it is parsed: %s', async (_, text, message) => {
    await expect(parseForeign(text, bounds, new Pacer())).rejects.toThrow(message);
  });

  it('is parsed while others have their turns', async () => {
    const text = JSON.stringify({
      items: Array.from({ length: 80_000 }, (_, a) => ({ a, b: { c: 'x'.repeat(50) } })),
    });
    const wide = { levels: 20, values: 1_000_000, together: 100_000 };
    let turns = 0;
    let isOver = false;
    const parsed = parseForeign(text, wide, new Pacer()).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await setImmediate();
      turns++;
    }
    expect(((await parsed) as { items: unknown[] }).items).toHaveLength(80_000);
    expect(turns).toBeGreaterThan(3);
  });
});
