import { afterAll, expect, it } from 'vitest';
import { type JsonItem, JsonItems } from './json-items.ts';
import { yamlList } from './list-yaml.ts';
import { YamlConverter } from './yaml/converter.ts';

const converter = new YamlConverter();
afterAll(() => converter.close());

async function yamlOf(head: string, items: readonly object[]): Promise<string> {
  const jsonItems = items.map((item): JsonItem => {
    const json = Buffer.from(JSON.stringify(item));
    return { text: '', json, start: 0, end: json.length, closing: '' };
  });
  const body = { head: Buffer.from(head), items: new JsonItems(jsonItems), tail: Buffer.from(']}\n') };
  let text = '';
  for await (const piece of yamlList(body, converter)) text += piece;
  return text;
}

const head = '{"kind":"XList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[';

it('keys come in order, items where they belong', async () => {
  expect(await yamlOf(head, [{ b: 1, a: ['x'] }, {}])).toBe(
    'apiVersion: v1\nitems:\n- a:\n  - x\n  b: 1\n- {}\nkind: XList\nmetadata:\n  resourceVersion: "7"\n',
  );
});

it('an empty list', async () => {
  expect(await yamlOf(head, [])).toBe(
    'apiVersion: v1\nitems: []\nkind: XList\nmetadata:\n  resourceVersion: "7"\n',
  );
});

it('items that come last', async () => {
  expect(await yamlOf('{"kind":"Table","rows":[', [{ cells: [1] }])).toBe(
    'kind: Table\nrows:\n- cells:\n  - 1\n',
  );
});

it('more items than are converted at a time', async () => {
  const items = Array.from({ length: 40 }, (_, n) => ({ at: n, text: 'ä'.repeat(20_000) }));
  const text = await yamlOf(head, items);
  expect(text.match(/^- at: \d+$/gm)).toEqual(items.map(({ at }) => `- at: ${at}`));
});
