import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import {
  LabelSelector,
  labelSelectorFromObject,
  labelSelectorText,
  parseLabelSelector,
  SelectorError,
  validateLabelSelectorObject,
  validateLabels,
} from './label-selector.ts';

const name =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

describe('the canonical text of a label selector', () => {
  const cases: [text: string, canonical: string][] = [
    ['', ''],
    [' \t\n', ''],
    ['a', 'a'],
    ['!a', '!a'],
    ['! a', '!a'],
    ['a=b', 'a=b'],
    ['a==b', 'a==b'],
    ['a != b', 'a!=b'],
    ['a=', 'a='],
    ['a!=,b', 'a!=,b'],
    ['a>1,b<2', 'a>1,b<2'],
    ['x=1,b=2,a in (c,b,c)', 'a in (b,c),b=2,x=1'],
    ['a notin()', 'a notin ()'],
    ['a in (,)', 'a in ()'],
    ['a in (,b)', 'a in (,b)'],
    ['a in (b,)', 'a in (,b)'],
    ['a in (b,,c)', 'a in (,b,c)'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['in', 'in'],
    ['notin=in', 'notin=in'],
    ['example.com/a.b_c=D', 'example.com/a.b_c=D'],
    ['b=2,b=1', 'b=2,b=1'],
  ];
  test.each(cases)('of %j is %j', (text, canonical) => {
    expect(parseLabelSelector(text).toString()).toBe(canonical);
    expect(parseLabelSelector(canonical).toString()).toBe(canonical);
  });
});

describe('an invalid label selector is rejected', () => {
  const cases: [text: string, message: string][] = [
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['=b', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!!a', "unable to parse requirement: found '!', expected: identifier"],
    ['a b', "unable to parse requirement: found 'b', expected: '=', '!=', '==', 'in', notin'"],
    ['a(', "unable to parse requirement: found '(', expected: '=', '!=', '==', 'in', notin'"],
    ['a=!b', "unable to parse requirement: found '!', expected: identifier"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (b,=)', "unable to parse requirement: found '=', expected: ',', or identifier"],
    ['a in (b,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['a in (b,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
    ['_a', `unable to parse requirement: <nil>: Invalid value: "_a": ${name}`],
    ['__proto__=a', `unable to parse requirement: <nil>: Invalid value: "__proto__": ${name}`],
    [
      `${'a'.repeat(64)}!`,
      `unable to parse requirement: <nil>: Invalid value: "${'a'.repeat(64)}": name part must be no more than 63 characters`,
    ],
    ['a=-b', `unable to parse requirement: values[0][a]: Invalid value: "-b": ${value}`],
    [
      'a in (-b,c,d_)',
      `unable to parse requirement: [values[0][a]: Invalid value: "-b": ${value}, values[2][a]: Invalid value: "d_": ${value}]`,
    ],
    [
      'a>b',
      `unable to parse requirement: values[0]: Invalid value: "b": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    [
      'a<9223372036854775808',
      `unable to parse requirement: values[0]: Invalid value: "9223372036854775808": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
  ];
  test.each(cases)('%j', (text, message) =>
    expect(() => parseLabelSelector(text)).toThrow(new SelectorError(message)),
  );
});

test('a label selector of more than 10,000 requirements is rejected', () => {
  expect(parseLabelSelector(`${'a,'.repeat(9_999)}a`).requirements).toHaveLength(10_000);
  expect(() => parseLabelSelector(`${'a,'.repeat(60_000)}a`)).toThrow(
    new SelectorError('must have at most 10000 requirements'),
  );
});

test('the error lists the first of thousands of invalid values', () => {
  const values = Array.from({ length: 20_000 }, (_, index) => `_${index}`);
  const parse = () => parseLabelSelector(`a in (${values.join(',')})`);
  expect(parse).toThrow(SelectorError);
  expect(parse).toThrow(expect.objectContaining({ message: expect.not.stringContaining('values[2000]') }));
});

describe('matching labels', () => {
  const cases: [text: string, labels: Record<string, string> | undefined, matches: boolean][] = [
    ['', undefined, true],
    ['', { a: 'b' }, true],
    ['a', { a: '' }, true],
    ['a', undefined, false],
    ['!a', {}, true],
    ['!a', { a: '' }, false],
    ['a=b', { a: 'b', c: 'd' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=', {}, false],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in (b,c)', { a: 'd' }, false],
    ['a notin (b,c)', { a: 'd' }, true],
    ['a notin (b,c)', {}, true],
    ['a notin (b,c)', { a: 'b' }, false],
    ['a>1', { a: '10' }, true],
    ['a>1', { a: '1' }, false],
    ['a>1', { a: 'x' }, false],
    ['a>1', {}, false],
    ['a<9223372036854775807', { a: '9223372036854775806' }, true],
    ['a<9223372036854775807', { a: '-99999999999999999999' }, false],
    ['a=b,c=d', { a: 'b', c: 'd' }, true],
    ['a=b,c=d', { a: 'b' }, false],
    ['constructor', {}, false],
    ['constructor=a', { constructor: 'a' } as any, true],
    ['toString!=a', {}, true],
  ];
  test.each(cases)('%j on %j: %s', (text, labels, matches) =>
    expect(parseLabelSelector(text).matches(labels)).toBe(matches),
  );
});

test('exactPairs returns the pairs that every matching object has', () => {
  expect(parseLabelSelector('a=b,c in (d),e in (f,g),h==i,j!=k,l').exactPairs()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['h', 'i'],
  ]);
  expect(LabelSelector.ofPairs({ b: '1', a: '2' }).toString()).toBe('a=2,b=1');
});

describe('a label selector from an object', () => {
  test('an absent one matches nothing, an empty one everything', () => {
    const all: (Record<string, string> | undefined)[] = [undefined, {}, { a: 'b' }];
    for (const labels of all) {
      expect(labelSelectorFromObject(undefined).matches(labels)).toBe(false);
      expect(labelSelectorFromObject({}).matches(labels)).toBe(true);
      expect(labelSelectorFromObject({ matchLabels: {}, matchExpressions: [] }).matches(labels)).toBe(true);
    }
    expect(labelSelectorFromObject(undefined).isEmpty()).toBe(false);
    expect(labelSelectorFromObject({}).isEmpty()).toBe(true);
  });

  const texts: [object: any, text: string][] = [
    [undefined, '<none>'],
    [{}, '<none>'],
    [{ matchLabels: { b: '2', a: '1' } }, 'a=1,b=2'],
    [
      {
        matchLabels: { m: 'n' },
        matchExpressions: [
          { key: 'z', operator: 'In', values: ['b', 'a'] },
          { key: 'y', operator: 'NotIn', values: ['c'] },
          { key: 'x', operator: 'Exists' },
          { key: 'c', operator: 'DoesNotExist', values: [] },
        ],
      },
      '!c,m=n,x,y notin (c),z in (a,b)',
    ],
    [{ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }, '<error>'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: [] }] }, '<error>'],
    [{ matchLabels: { a: 'b c' } }, '<error>'],
  ];
  test.each(texts)('%j is shown as %s', (object, text) => expect(labelSelectorText(object)).toBe(text));

  test('an unknown operator is rejected', () => {
    expect(() => labelSelectorFromObject({ matchExpressions: [{ key: 'a', operator: 'gt' }] })).toThrow(
      new SelectorError('"gt" is not a valid pod selector operator'),
    );
  });
});

test('validation of a label selector object returns each field error', () => {
  const errors = validateLabelSelectorObject(
    {
      matchLabels: { _a: 'b', a: '-' },
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['b'] },
        { key: '_', operator: 'in', values: ['b'] },
        { key: 'a', operator: 'NotIn', values: ['not a label value'] },
      ],
    },
    FieldPath.of('spec', 'selector'),
  );
  expect(errors.map(fieldErrorText)).toEqual([
    `spec.selector.matchLabels: Invalid value: "_a": ${name}`,
    `spec.selector.matchLabels: Invalid value: "-": ${value}`,
    "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    "spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    'spec.selector.matchExpressions[2].operator: Invalid value: "in": not a valid selector operator',
    `spec.selector.matchExpressions[2].key: Invalid value: "_": ${name}`,
  ]);
  expect(validateLabelSelectorObject(undefined, FieldPath.of('x'))).toEqual([]);
});

test('labels with hostile keys are data', () => {
  const labels = JSON.parse('{"__proto__":"x","constructor":"y"}');
  expect(validateLabels(labels, FieldPath.of('l')).map(fieldErrorText)).toEqual([
    `l: Invalid value: "__proto__": ${name}`,
  ]);
});
