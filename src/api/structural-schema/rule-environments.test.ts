import { describe, expect, it } from 'vitest';
import { atOnce } from '../../util/slices.ts';
import { Budget, CostError } from '../cel/budget.ts';
import type { Activation, Compilation } from '../cel/contract.ts';
import { SchemaReaders } from '../cel/schema/schema-values.ts';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { RuleEnvironment } from './rule-environments.ts';

const names = extensionNames(dialects[0]!);
const text: JsonSchema = { type: 'string' };
const schema: JsonSchema = {
  type: 'object',
  properties: {
    s: text,
    i: { type: 'integer' },
    d: { type: 'number' },
    b: { type: 'boolean' },
    when: { type: 'string', format: 'date-time' },
    long: { type: 'string', format: 'duration' },
    port: { [names.intOrString]: true },
    list: { type: 'array', items: { type: 'object', properties: { n: text, v: { type: 'integer' } } } },
    numbers: { type: 'array', items: { type: 'integer' } },
    words: { type: 'array', items: text },
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    nested: { type: 'object', properties: { x: text, y: text } },
    'a-b.c/d': text,
    namespace: text,
    a__b: text,
  },
};
const object = {
  kind: 'Tab',
  metadata: { name: 'one' },
  s: 'häuser',
  i: 3,
  d: 2,
  b: true,
  when: '2024-02-29T12:30:00.5Z',
  long: '1h30m',
  port: 80,
  list: [
    { n: 'a', v: 1 },
    { n: 'b', v: 2 },
  ],
  numbers: [1, 2, 3],
  words: ['x', 'y'],
  map: { k: 1, l: 2 },
  nested: { x: 'y' },
  'a-b.c/d': 'escaped',
  namespace: 'reserved',
  a__b: 'under',
};

/** Compiles and works out expressions about one schema. */
class Rules {
  readonly #environment = new RuleEnvironment('1.25', false, names);
  readonly #readers = new SchemaReaders(this.#environment.types);
  readonly #schema: JsonSchema;
  readonly #isWhole: boolean;

  constructor(schema: JsonSchema, isWhole: boolean) {
    this.#schema = schema;
    this.#isWhole = isWhole;
  }

  valueOf(value: object) {
    return this.#readers.value(value, this.#schema, this.#isWhole);
  }

  check(text: string): { type: string } | { problem: string } {
    const compiled = this.#compiled(text);
    if ('problem' in compiled) return { problem: compiled.problem.detail };
    return { type: compiled.expression.type.kind };
  }

  #compiled(text: string): Compilation {
    const options = { isWhole: this.#isWhole, hasOptionalOld: false };
    return atOnce(this.#environment.compile(text, this.#schema, options))!;
  }

  evaluate(text: string, variables: Activation, budget = new Budget(10_000_000)): unknown {
    const compiled = this.#compiled(text);
    if ('problem' in compiled) throw new Error(compiled.problem.detail);
    budget.beginCall();
    return compiled.expression.evaluate(variables, budget);
  }
}

const checker = new Rules(schema, true);
const selfOf = (value: object) => checker.valueOf(value);
const evaluate = (expression: string): unknown =>
  checker.evaluate(expression, new Map([['self', selfOf(object)]]));

describe('what is true', () => {
  it.each([
    'self.i == 3 && self.i > 2 && self.i % 2 == 1 && -self.i == -3',
    'self.d == 2.0 && self.d / 4.0 == 0.5',
    '7 / 2 == 3 && -7 / 2 == -3',
    'self.b && !false || 1 / 0 == 1',
    'false || (1 / 0 == 1 || true)',
    'self.s.size() == 6 && size(self.s) == 6',
    'self.s.startsWith("hä") && self.s.endsWith("er") && self.s.contains("us")',
    'self.s.matches("^[a-zä]+$")',
    'self.s.upperAscii() == "HäUSER" && "ABC".lowerAscii() == "abc"',
    'self.s.substring(1, 3) == "äu" && self.s.charAt(1) == "ä" && self.s.indexOf("u") == 2',
    '"a,b,c".split(",") == ["a", "b", "c"] && ["a", "b"].join("-") == "a-b"',
    '"banana".replace("a", "o", 2) == "bonona" && "banana".lastIndexOf("a") == 5',
    '"abc 123".find("[0-9]+") == "123" && "1 2 3".findAll("[0-9]", 2) == ["1", "2"]',
    'self.list.all(x, x.v > 0) && self.list.exists(x, x.n == "b") && self.list.exists_one(x, x.v == 1)',
    'self.list.map(x, x.v) == [1, 2] && self.list.filter(x, x.v > 1).size() == 1',
    'self.list.map(x, x.v > 1, x.n) == ["b"]',
    'self.numbers.sum() == 6 && self.numbers.min() == 1 && self.numbers.max() == 3 && self.numbers.isSorted()',
    'self.numbers.indexOf(2) == 1 && 2 in self.numbers && !(9 in self.numbers)',
    'self.map["k"] == 1 && "l" in self.map && self.map.all(k, self.map[k] > 0)',
    'has(self.nested.x) && !has(self.nested.y)',
    'self.nested == self.nested && self.list[0] != self.list[1]',
    'self.port == 80 && type(self.port) == int',
    'self.a__dash__b__dot__c__slash__d == "escaped"',
    'self.__namespace__ == "reserved" && self.a__underscores__b == "under"',
    'self.kind == "Tab" && self.metadata.name == "one"',
    'self.when.getFullYear() == 2024 && self.when.getDate() == 29 && self.when.getHours() == 12',
    'self.when.getHours("+02:00") == 14',
    'self.when + duration("1h") > self.when && self.long.getMinutes() == 90',
    'self.when == timestamp("2024-02-29T13:30:00.5+01:00")',
    'url("https://a.example:8080/p?x=1").getHost() == "a.example:8080" && isURL("https://a.example")',
    'int("3") == 3 && string(3) == "3" && double("1.5") == 1.5 && uint(3) == 3u',
    'self.i > 2 ? self.s != "" : false',
    'r"\\d" == "\\\\d" && b"a" == b"a" && "\\u00e4" == "ä"',
    '{"a": 1}.a == 1 && [1, 2] + [3] == [1, 2, 3]',
  ])('%s', (expression) => {
    expect(evaluate(expression)).toBe(true);
    expect(checker.check(expression)).toEqual({ type: 'bool' });
  });
});

describe('what cannot be worked out', () => {
  it.each([
    ['self.nested.y == ""', 'no such key: y'],
    ['self.numbers[7] == 1', 'index out of bounds: 7'],
    ['1 / 0 == 1', 'division by zero'],
    ['9223372036854775807 + 1 == 0', 'integer overflow'],
    ['self.map["none"] == 1', 'no such key: none'],
    ['self.s.substring(9) == ""', 'index out of range: 9'],
  ])('%s: %s', (expression, message) => {
    expect(() => evaluate(expression)).toThrow(message);
  });
});

describe('what is no expression about the schema', () => {
  it.each([
    'self.none == 1',
    'self.i + self.s == ""',
    'self.list.all(x, x.none)',
    'other',
    'self.i.size() == 1',
    '1 +',
  ])('%s', (expression) => {
    expect(checker.check(expression)).toHaveProperty('problem');
  });
});

describe('lists without an order', () => {
  const set = { type: 'array', items: text, [names.listType]: 'set' };
  const item = { type: 'object', properties: { k: text, v: { type: 'integer' } } };
  const map = { type: 'array', items: item, [names.listType]: 'map', [names.listMapKeys]: ['k'] };
  const lists: JsonSchema = {
    type: 'object',
    properties: { set, map, plain: { type: 'array', items: text } },
  };
  const self = {
    set: ['p', 'q'],
    plain: ['q', 'p'],
    map: [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ],
  };
  const oldSelf = {
    set: ['q', 'p'],
    plain: ['p', 'q'],
    map: [
      { k: 'b', v: 2 },
      { k: 'a', v: 1 },
    ],
  };
  const rules = new Rules(lists, false);
  const typed = (value: object) => rules.valueOf(value);
  const variables = new Map([
    ['self', typed(self)],
    ['oldSelf', typed(oldSelf)],
  ]);

  it.each([
    'self.set == oldSelf.set && self.map == oldSelf.map && self.plain != oldSelf.plain',
    '!(self.set != ["q", "p"]) && self.set != ["q", "x"] && ["q", "p"] != self.set',
    '(self.set + ["r", "p"]) == ["p", "q", "r"] && (self.set + ["r"]).size() == 3',
    '(self.plain + self.plain).size() == 4',
    '(self.map + oldSelf.map.filter(x, x.k == "b")).map(x, x.k) == ["a", "b"]',
    '(self.map.filter(x, x.k == "a") + self.map).size() == 3',
    'self != oldSelf',
  ])('%s', (expression) => {
    expect(rules.evaluate(expression, variables)).toBe(true);
  });
});

describe('fields are asked for behind every receiver', () => {
  it.each([
    ['has(self.list[0].n)', true],
    ['self.list.filter(x, x.v > 1).exists(x, has(x.n))', true],
    ['has(self.list.filter(x, x.v > 1)[0].n) && !has(self.map.none)', true],
    ['has((self.b ? self.nested : self.nested).y)', false],
  ])('%s: %s', (expression, answer) => {
    expect(checker.check(expression)).toEqual({ type: 'bool' });
    expect(evaluate(expression)).toBe(answer);
  });

  it.each(['has(self.none)', 'has(self.list[0].none)', 'has(self.list[0])', 'has(self)'])(
    '%s',
    (expression) => {
      expect(checker.check(expression)).toHaveProperty('problem');
    },
  );
});

describe('what takes too long is given up', () => {
  const count = 100_000;
  const large = {
    s: 'a'.repeat(500_000),
    when: '2024-02-29T12:30:00Z',
    numbers: Array.from({ length: count }, (_, index) => index),
    words: Array.from({ length: count }, (_, index) => `w${index}`),
    map: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])),
    nested: {},
  };
  const self = selfOf(large);

  it.each([
    'self.numbers.all(x, self.numbers.all(y, x + y >= 0))',
    'self.numbers.all(x, string(bytes(self.s)) != "")',
    'self.numbers.all(x, int(self.s) > 0 || true)',
    'self.numbers.all(x, self.s.charAt(x) + self.s != "")',
    'self.numbers.all(x, (self.s + string(x)).size() > 0)',
    'self.numbers.all(x, self.s.indexOf("b" + self.s) < 0)',
    'self.numbers.map(x, self.numbers + self.numbers).size() > 0',
    'self.numbers.map(x, self.s.split("")).size() > 0',
    'self.words.all(x, !"b".matches("(((a|b){10}){10}){10}" + x))',
    'self.words.all(x, !"b".matches("(\\\\pL){400}" + x))',
    'self.words.all(x, self.when.getHours("America/New_York") > 100 || true)',
    `self.numbers.all(x, ${Array(400).fill('true').join(' && ')})`,
    'self.s.matches("(a|b)*a(a|b){500}c")',
    'self.numbers.exists(x, self.nested.x == "a")',
    'self.numbers.all(x, self.nested.x == "a")',
    'self.words.all(x, x.lowerAscii().upperAscii().trim() == "a" || true)',
    'self.s.replace("a", self.s) != ""',
  ])('%s', (expression) => {
    expect(() => checker.evaluate(expression, new Map([['self', self]]))).toThrow(CostError);
  });

  it('a size that is asked for again and again is counted once', () => {
    const rule = 'self.words.all(x, self.s.size() == 500000)';
    expect(checker.evaluate(rule, new Map([['self', self]]))).toBe(true);
  });

  it('costs are those of cel-go', () => {
    const cost = (expression: string): number => {
      const budget = new Budget(10_000_000);
      checker.evaluate(expression, new Map([['self', self]]), budget);
      return budget.costOfCall;
    };
    expect(['1 + 2', 'self.s', 'has(self.nested.x)', '[self.s]', 'true && true'].map(cost)).toEqual([
      1, 2, 3, 12, 0,
    ]);
    expect(cost('self.s == self.s')).toBe(4 + 50_000);
    expect(cost('self.s.startsWith("aaaaaaaaaaaaaaaaaaaa")')).toBe(2 + 2);
    expect(cost('[1, 2].all(x, x > 0)')).toBe(1 + 2 * (3 + 2));
  });
});
