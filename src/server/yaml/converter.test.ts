import { afterEach, expect, it } from 'vitest';
import { YamlConverter } from './converter.ts';
import type { ConvertedYaml } from './yaml-to-json.ts';

const converter = new YamlConverter();
afterEach(() => converter.close());

const many = Array.from({ length: 10_000 }, (_, n) => n);

it.each([
  ['little', 'a: [1, 2]\n__proto__: x\n', '{"a":[1,2],"__proto__":"x"}'],
  [
    'much',
    `big: 12345678901234567890\n__proto__: x\nlist:\n${many.map((n) => `- ${n}\n`).join('')}`,
    `{"big":12345678901234567890,"__proto__":"x","list":[${many.join()}]}`,
  ],
])('YAML becomes JSON: %s', async (_, yaml, json) => {
  expect(await converter.toJson(yaml)).toEqual({ json, repeated: [] });
});

it.each([
  ['little', []],
  ['much', many],
])('keys that occur again are reported: %s', async (_, list) => {
  const yaml = `a: [${list.join()}]\nb: 1\nb: {x: 1, x: 2}\n`;
  expect((await converter.toJson(yaml)).repeated).toEqual([
    'line 3: key "x" already set in map',
    'line 3: key "b" already set in map',
  ]);
});

it.each([
  ['little', 'a: [b'],
  ['much', `a: [${'b, '.repeat(20_000)}`],
])('what is no YAML is told of as such: %s', async (_, yaml) => {
  await expect(Promise.resolve().then(() => converter.toJson(yaml))).rejects.toThrow(
    /^error converting YAML to JSON: yaml:/,
  );
});

it('while much is converted, others have their turn', async () => {
  const converted = converter.toJson(`a:\n${many.map((n) => `- item-${n}\n`).join('')}`);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await converted;
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

it('whoever waits for a thread that ends is told so, and the next one gets another', async () => {
  const text = `a: [${'b, '.repeat(20_000)}c]`;
  const waiting = converter.toJson(text) as Promise<ConvertedYaml>;
  const refused = expect(waiting).rejects.toThrow('broke off');
  await converter.close();
  await refused;
  expect((await converter.toJson(text)).json).toContain('"c"]}');
});

const large = Buffer.from(`a: [${'b, '.repeat(20_000)}c]`);
const medium = Buffer.from(`a: [${'b, '.repeat(5_000)}c]`);
const outcome = (result: ConvertedYaml | Promise<ConvertedYaml>): Promise<string> =>
  Promise.resolve(result).then(
    () => 'converted',
    (error: Error) => error.message,
  );

it('what waits is bounded for each user and in all, and certainly not converted beyond that', async () => {
  const waiting = { total: 2 * large.length, perUser: large.length };
  const own = new YamlConverter({ waiting, maxTime: 10_000 });
  const outcomes = ['a', 'a', 'b', 'c'].map((user) => outcome(own.toJson(large, { user })));
  const refused = 'too much YAML is waiting to be converted, please try again later';
  expect(await Promise.all(outcomes)).toEqual(['converted', refused, 'converted', refused]);
  expect(await outcome(own.toJson(large, { user: 'a' }))).toBe('converted');
  await own.close();
});

it('what its client has given up takes no room and no time any more', async () => {
  const waiting = { total: 3 * large.length, perUser: 2 * large.length };
  const own = new YamlConverter({ waiting, maxTime: 10_000 });
  const done = new AbortController();
  const client = { user: 'a', signal: done.signal };
  const outcomes = [own.toJson(large, client), own.toJson(large, client)].map(outcome);
  done.abort();
  const given = 'the request ended before its YAML was converted';
  expect(await Promise.all(outcomes)).toEqual([given, given]);
  expect(await outcome(own.toJson(large, client))).toBe(given);
  expect(await outcome(own.toJson(large, { user: 'a' }))).toBe('converted');
  await own.close();
});

it('a text that is not converted in time may be sent again', async () => {
  const own = new YamlConverter({ waiting: { total: 2 ** 30, perUser: 2 ** 30 }, maxTime: 30 });
  const slow = own.toJson(Buffer.from('- a: b\n'.repeat(90_000)));
  await expect(slow).rejects.toMatchObject({ code: 429, message: expect.stringContaining('try again') });
  await own.close();
});

it('a text that stands for far more than it says is refused', async () => {
  const own = new YamlConverter({ waiting: { total: 2 ** 30, perUser: 2 ** 30 }, maxTime: 60_000 });
  const keys = Array.from({ length: 500 }, (_, index) => `k${index}: ${'v'.repeat(90)}, `).join('');
  const merges = Array.from({ length: 90 }, (_, index) => `k${index}: {<<: *b}\n`).join('');
  const bomb = own.toJson(Buffer.from(`b: &b {${keys}}\n${merges}`));
  expect(await outcome(bomb)).toMatch(/^Request entity too large: limit is 3145728$/);
  await own.close();
});

it('a text that others do not have to wait for: one of ordinary size, beside a large one', async () => {
  const own = new YamlConverter();
  await own.toJson(medium, { user: 'b' });
  const done: string[] = [];
  const all = [large, large, large].map((text) => own.toJson(text, { user: 'a' })).map(outcome);
  const both = Promise.all(all).then(() => done.push('large'));
  await outcome(own.toJson(medium, { user: 'b' })).then(() => done.push('medium'));
  await both;
  expect(done).toEqual(['medium', 'large']);
  await own.close();
});
