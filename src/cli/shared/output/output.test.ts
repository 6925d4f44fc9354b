import { describe, expect, it } from 'vitest';
import { cellText } from './cell-text.ts';
import { Columns } from './columns.ts';
import { customColumnsPrinter } from './custom-columns.ts';
import { jsonPathPrinter } from './jsonpath-printer.ts';
import { printName } from './object-printer.ts';
import { writeSortedJson } from './write-json.ts';

describe('columns', () => {
  it('are as wide as their longest cell, and do not become narrower', () => {
    const columns = new Columns();
    expect(
      columns.format([
        ['NAME', 'AGE'],
        ['a-long-name', '1s'],
      ]),
    ).toBe('NAME          AGE\na-long-name   1s\n');
    expect(columns.format([['ä', '2s']])).toBe('ä             2s\n');
  });

  it('show one line of a cell, and nothing that a terminal would obey', () => {
    expect(cellText('a\nb')).toBe('a...');
    expect(cellText('a\x1b[31m')).toBe('a\\x1b[31m');
    expect([cellText(null), cellText(3), cellText({ a: 1 })]).toEqual(['', '3', '{"a":1}']);
  });
});

describe('formats', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: { y: '1', x: '2' } },
    spec: { containers: [{ image: 'i:1' }, { image: 'i:2' }] },
  };
  const list = { kind: 'List', items: [pod, { ...pod, metadata: { name: 'b' } }] };

  it('JSON has sorted keys, whole numbers of any size, and no characters of HTML', () => {
    expect(writeSortedJson({ b: [1n << 60n], a: '<&>', c: {}, d: undefined })).toBe(
      '{\n    "a": "\\u003c\\u0026\\u003e",\n    "b": [\n        1152921504606846976\n    ],\n    "c": {}\n}',
    );
  });

  it.each([
    ['{.metadata.name}', 'a'],
    ['{.metadata.labels}', '{"x":"2","y":"1"}'],
    ['{.spec.containers[*].image}', 'i:1 i:2'],
    ['{range .spec.containers[*]}{.image}{"\\n"}{end}', 'i:1\ni:2\n'],
    ['name: {.metadata.name}, {.none}', 'name: a, '],
  ])('jsonpath %s', (template, text) => {
    expect(jsonPathPrinter(template, { allowMissingKeys: true, asJson: false })(pod)).toBe(text);
  });

  it('jsonpath refuses what is no template, and fields that there are not where that is asked for', () => {
    const strict = { allowMissingKeys: false, asJson: false };
    expect(() => jsonPathPrinter('{.a', strict)).toThrow('error parsing jsonpath {.a, unclosed action');
    expect(() => jsonPathPrinter('{range .a}', strict)).toThrow('unclosed range');
    expect(() => jsonPathPrinter('{.none}', strict)(pod)).toThrow('none is not found');
  });

  it('custom columns have a row for each item, and <none> for what is not there', () => {
    const print = customColumnsPrinter('NAME:.metadata.name,X:.metadata.labels.x', { noHeaders: false });
    expect(print(list)).toBe('NAME   X\na      2\nb      <none>\n');
    expect(() => customColumnsPrinter('NAME', { noHeaders: false })).toThrow(
      'unexpected custom-columns spec: NAME',
    );
  });

  it('names have their kind and group', () => {
    expect(printName({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } })).toBe(
      'deployment.apps/a\n',
    );
    expect(printName(list)).toBe('pod/a\npod/b\n');
  });
});
