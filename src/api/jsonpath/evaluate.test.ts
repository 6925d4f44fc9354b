import { describe, expect, test } from 'vitest';
import { evaluate, PathBudget } from './evaluate.ts';
import { parseTemplate } from './parse-template.ts';
import type { Step } from './steps.ts';

const store = {
  name: 'jsonpath',
  labels: { 'web/html': 15, 'k8s-app': 20, 'a.b': 1 },
  books: [
    { category: 'reference', author: 'A', price: 8.95 },
    { category: 'fiction', author: 'B', price: 12.99 },
    { category: 'fiction', author: 'C', isbn: '1', price: 8 },
  ],
  bicycle: [
    { color: 'red', price: 19, isNew: true },
    { color: 'green', price: 20, isNew: false },
  ],
  none: null,
  deep: { name: 'inner', list: [[1, 2], [3]] },
};

const find = (path: string, options = {}) => {
  const [action] = parseTemplate(`{${path}}`);
  return evaluate(store, action as Step[], options);
};

describe('a path finds', () => {
  test.each<[string, unknown[]]>([
    ['.name', ['jsonpath']],
    ['$.name', ['jsonpath']],
    ['@.name', ['jsonpath']],
    ["['name']", ['jsonpath']],
    ['.deep.name', ['inner']],
    ["['deep']['name']", ['inner']],
    ["['deep.name']", ['inner']],
    ['.labels.web/html', [15]],
    ['.labels.k8s-app', [20]],
    ['.labels.a\\.b', [1]],
    ['.books[0].author', ['A']],
    ['.books[-1].author', ['C']],
    ['.books[-2].author', ['B']],
    ['.books[1:].author', ['B', 'C']],
    ['.books[:2].author', ['A', 'B']],
    ['.books[0:3:2].author', ['A', 'C']],
    ['.books[*].author', ['A', 'B', 'C']],
    ['.books[0,2].author', ['A', 'C']],
    ["['name','deep'].name", ['inner']],
    ['.bicycle[*].*', ['red', true, 19, 'green', false, 20]],
    ['..name', ['jsonpath', 'inner']],
    ['..list[0]', [[1, 2]]],
    ['.books[?(@.isbn)].author', ['C']],
    ['.books[?(@.category=="fiction")].author', ['B', 'C']],
    ['[?(@.a)]', []],
    ['.bicycle[?(@.price>19)].color', ['green']],
    ['.bicycle[?(@.price>=19)].color', ['red', 'green']],
    ['.bicycle[?(@.price<20)].color', ['red']],
    ['.bicycle[?(@.price<=19)].color', ['red']],
    ['.bicycle[?(@.isNew==true)].color', ['red']],
    ['.bicycle[?(@.color!="red")].color', ['green']],
    ['.bicycle[?(@.color==")")].color', []],
    ['.none', [null]],
    ['.none.more', []],
    ['.missing', []],
    ['"text"', ['text']],
    ["'a\\'b'", ["a'b"]],
    ['3', [3]],
    ['-1.5', [-1.5]],
    ['true', [true]],
  ])('%s', (path, expected) => {
    if (path === '[?(@.a)]') return expect(() => find(path)).toThrow('cannot be filtered');
    expect(find(path, { allowMissingKeys: true })).toEqual(expected);
  });
});

describe('a path that cannot be parsed says why', () => {
  test.each([
    ['.a', '{.a', 'unclosed action'],
    ['[1', '{[1', 'unterminated array'],
    ['[a]', '{[a]}', 'invalid array index a'],
    ['[-]', '{[-]}', 'array index - is not a number'],
    ['"a', '{"a}', 'unterminated quoted string'],
    ['[?(@.a', '{[?(@.a}', 'unterminated filter'],
    ['[?(@.a)', '{[?(@.a)}', 'unclosed array expect ]'],
    ['....', '{....a}', 'invalid multiple recursive descent'],
    ['1.2.3', '{1.2.3}', 'cannot parse number 1.2.3'],
    ['&', '{&}', "unrecognized character in action: U+0026 '&'"],
    ['an escape that is none', '{"\\q"}', 'unquote string "\\q" error invalid syntax'],
  ])('%s', (_name, template, message) => {
    expect(() => parseTemplate(template)).toThrow(message);
  });
});

describe('a path that does not fit the value says why', () => {
  test.each([
    ['.missing', 'missing is not found'],
    ['.books[3]', 'array index out of bounds: index 3, length 3'],
    ['.books[-4]', 'array index out of bounds: index -1, length 3'],
    ['.books[2:1]', 'starting index 2 is greater than ending index 1'],
    ['.books[0:2:0]', 'step must be > 0'],
    ['.name[0]', 'string is not array or slice'],
    ['.bicycle[?(@.color>1)]', 'incompatible types for comparison'],
    ['.bicycle[?(@.isNew>true)]', 'invalid type for comparison'],
    ['.bicycle[?(@.*=="a")]', 'can only compare one element at a time'],
    ['.bicycle[?(@.color=>"a")]', 'unrecognized filter operator =>'],
    ['.deep range', 'unrecognized identifier range'],
  ])('%s', (path, message) => {
    expect(() => find(path)).toThrow(message);
  });
});

test('text stands between actions', () => {
  expect(parseTemplate('a {.b} c')).toEqual(['a ', [{ type: 'field', name: 'b' }], ' c']);
});

test('a path that looks at more values than it may is an error', () => {
  expect(() => find('..name', { budget: new PathBudget(5) })).toThrow('the path looks at too many values');
});
