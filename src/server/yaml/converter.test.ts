import { afterEach, expect, it } from 'vitest';
import { YamlConverter } from './converter.ts';

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
  expect(await converter.toJson(yaml)).toBe(json);
});

it.each([
  ['little', '{"b":{"x":[{"d":1,"c":"yes"}]},"a":[]}', 'a: []\nb:\n  x:\n  - c: "yes"\n    d: 1\n'],
  ['much', `{"l":[${many.join()}]}`, `l:\n${many.map((n) => `- ${n}\n`).join('')}`],
])('JSON becomes YAML: %s', async (_, json, yaml) => {
  expect(await converter.toYaml(json)).toBe(yaml);
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
  const waiting = converter.toJson(text) as Promise<string>;
  const refused = expect(waiting).rejects.toThrow('broke off');
  await converter.close();
  await refused;
  expect(await converter.toJson(text)).toContain('"c"]}');
});
