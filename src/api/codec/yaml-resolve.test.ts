import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from './json.ts';
import { parseYaml } from './yaml.ts';
import { writeYaml } from './yaml-writer.ts';

const jsonOf = (yaml: string): string | undefined => {
  try {
    return writeJson(parseYaml(yaml));
  } catch {
    return undefined;
  }
};

/** Scalars, and the JSON that Go's clients and servers make of them; undefined when they refuse one. */
const scalars: [string, string | undefined][] = [
  ['~', 'null'],
  ['null', 'null'],
  ['Null', 'null'],
  ['NULL', 'null'],
  ['true', 'true'],
  ['True', 'true'],
  ['TRUE', 'true'],
  ['false', 'false'],
  ['y', 'true'],
  ['Y', 'true'],
  ['n', 'false'],
  ['N', 'false'],
  ['yes', 'true'],
  ['Yes', 'true'],
  ['YES', 'true'],
  ['no', 'false'],
  ['on', 'true'],
  ['On', 'true'],
  ['off', 'false'],
  ['OFF', 'false'],
  ['<<', '"\\u003c\\u003c"'],
  ['0', '0'],
  ['-0', '0'],
  ['+0', '0'],
  ['00', '0'],
  ['7', '7'],
  ['-7', '-7'],
  ['+7', '7'],
  ['12', '12'],
  ['1_000', '1000'],
  ['1__0', '10'],
  ['1_', '1'],
  ['-_1', '-1'],
  ['+_1', '1'],
  ['-__90', '-90'],
  ['017', '15'],
  ['0_7', '7'],
  ['0o17', '15'],
  ['0O17', '15'],
  ['-0o7', '-7'],
  ['08', '8'],
  ['09.5', '9.5'],
  ['0x1f', '31'],
  ['0X1F', '31'],
  ['-0x1f', '-31'],
  ['0x_1', '1'],
  ['0_x00', '0'],
  ['0b11', '3'],
  ['0B11', '3'],
  ['-0b11', '-3'],
  ['+0b1', '1'],
  ['0b_1', '1'],
  ['0b+1', '1'],
  ['0b-1', '-1'],
  ['0777777777777777777777777', '7.777777777777778e+23'],
  ['9007199254740993', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', '9223372036854775808'],
  ['18446744073709551615', '18446744073709551615'],
  ['+18446744073709551615', '18446744073709552000'],
  ['18446744073709551616', '18446744073709552000'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['-9223372036854775809', '-9223372036854776000'],
  ['0xffffffffffffffff', '18446744073709551615'],
  ['-0x8000000000000000', '-9223372036854775808'],
  ['1.', '1'],
  ['1.5', '1.5'],
  ['-1.5', '-1.5'],
  ['+1.5', '1.5'],
  ['.5', '0.5'],
  ['+.5', '0.5'],
  ['-.5', '-0.5'],
  ['.5_0', '0.5'],
  ['.1_0e1_0', '1000000000'],
  ['.5e3', '500'],
  ['1_0.5_0', '10.5'],
  ['1e3', '1000'],
  ['1E3', '1000'],
  ['1e+3', '1000'],
  ['1e-3', '0.001'],
  ['1e5_0', '1e+50'],
  ['1e+_5', '100000'],
  ['12e03', '12000'],
  ['1e-400', '0'],
  ['.inf', undefined],
  ['.Inf', undefined],
  ['+.inf', undefined],
  ['-.INF', undefined],
  ['.nan', undefined],
  ['.NaN', undefined],
];
const texts =
  'nUll tRUE yeS oN = _1 0x 0x_ 0xg 0b 0b2 -0b+1 0B+1 0x1ffffffffffffffff . .. .5__0 ._5 .5_ .5_e3 .5e_3 .e3 e3 +e3 1e 1e400 -1e400 .1e400 e1234567 1e1234567 0x1p3 0x1.8 1,000 1.2.3 1-2 + 22:22 1:2.5 -1:30 190:20:30 2024-05-01 2024-5-1 2024-05-01T10:00:00Z 2024-05-01T10:00:00+02:00 2024-13-45 .iNF -.nan infinity nan 1m 100Mi 500m'.split(
    ' ',
  );

describe('a scalar is what the readers of other clients take it for', () => {
  it.each(scalars)('%s', (yaml, json) => {
    expect([jsonOf(yaml), jsonOf(`- ${yaml}`), jsonOf(`a: ${yaml}`)]).toEqual(
      json === undefined ? Array(3).fill(undefined) : [json, `[${json}]`, `{"a":${json}}`],
    );
  });

  it('a text when it is nothing else', () => {
    expect(texts.map(jsonOf)).toEqual(texts.map((one) => JSON.stringify(one)));
  });

  it.each<[string, string | undefined]>([
    ['!!str 5', '"5"'],
    ['!!str', '""'],
    ["!!int '5'", '5'],
    ['!!int 1.5', undefined],
    ['!!int', undefined],
    ['!!int 0x10', '16'],
    ['!!float 1', '1'],
    ['!!float .5', '0.5'],
    ['!!float x', undefined],
    ['!!float 2024-01-01', undefined],
    ['!!bool y', 'true'],
    ["!!bool 'y'", 'true'],
    ['!!bool maybe', undefined],
    ["!!null ''", 'null'],
    ['!!null x', undefined],
    ['!!binary aGk=', '"hi"'],
    ["!!binary '!!'", undefined],
    ['!!timestamp 2024-01-01', '"2024-01-01"'],
    ['!!timestamp x', undefined],
    ['!t 5', '"5"'],
    ['! 5', '"5"'],
    ["'5'", '"5"'],
    ['"5"', '"5"'],
    ["'~'", '"~"'],
    ["'yes'", '"yes"'],
    ['!!set {a, b}', '{"a":null,"b":null}'],
    ['!!omap [a: 1]', '[{"a":1}]'],
    ['!<tag:yaml.org,2002:int> 5', '5'],
  ])('with a tag or in quotes: %s', (yaml, json) => {
    expect(jsonOf(yaml)).toBe(json);
  });

  it.each<[string, string | undefined]>([
    ['1.5', '{"1.5":"x"}'],
    ['1e6', '{"1e+06":"x"}'],
    ['100000.0', '{"100000":"x"}'],
    ['123456.7', '{"123456.7":"x"}'],
    ['123456789.0', '{"1.2345679e+08":"x"}'],
    ['0.0001', '{"0.0001":"x"}'],
    ['1e-5', '{"1e-05":"x"}'],
    ['-0.0', '{"-0":"x"}'],
    ['3.4e39', '{".inf":"x"}'],
    ['0x10', '{"16":"x"}'],
    ['yes', '{"true":"x"}'],
    ['.nan', '{".nan":"x"}'],
    ['2024-05-01', '{"2024-05-01":"x"}'],
    ['22:22', '{"22:22":"x"}'],
    ['0.30000001', '{"0.3":"x"}'],
  ])('as a key: %s', (key, json) => {
    expect(jsonOf(`${key}: x`)).toBe(json);
  });
});

const parts = fc.constantFrom(
  ...[
    '0',
    '1',
    '7',
    '8',
    '9',
    '0x',
    '0o',
    '0b',
    '_',
    '-',
    '+',
    '.',
    'e',
    'E',
    'a',
    'f',
    'x',
    'y',
    'n',
    'true',
    '~',
  ],
  ...[
    'null',
    'inf',
    'nan',
    ' ',
    '\t',
    '\n',
    '\n',
    '#',
    ':',
    '"',
    "'",
    '\\',
    '?',
    '!',
    '&',
    '*',
    '|',
    '>',
    '%',
    '@',
  ],
  ...[
    '`',
    '{',
    '}',
    '[',
    ']',
    ',',
    '---',
    '...',
    '<<',
    '=',
    '\u2028',
    '\u0085',
    '\ufffe',
    '\uffff',
    '\ufeff',
  ],
  ...[
    '\u00a0',
    'é',
    '😀',
    '\x7f',
    '\x01',
    '\r',
    '2024-05-01',
    'T10:00:00Z',
    '22:22',
    ' # ',
    ': ',
    '- ',
    '\u00ad',
  ],
);
const text = fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
const value = fc.oneof(
  text,
  fc.tuple(text, text).map(([key, one]) => ({ [key]: one })),
  fc.tuple(text, text).map(([one, other]) => ({ a: [one, { b: other }], c: { d: other } })),
);

describe('texts and keys of any kind', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(parseYaml(writeYaml(one))).toEqual(one);
      }),
      { numRuns: 10_000 },
    );
  });

  const hasPython = canRun('python3', ['-c', 'import yaml']);
  it.skipIf(!hasPython)('are read so by PyYAML (skipped where python3 has no yaml)', () => {
    const written = fc.sample(value, 2_000).map((one) => [writeYaml(one), one]);
    const program = [
      'import json, sys, yaml',
      'print(json.dumps([[t, v] for t, v in json.load(sys.stdin) if yaml.safe_load(t) != v]))',
    ];
    const output = execFileSync('python3', ['-c', program.join('\n')], { input: JSON.stringify(written) });
    expect(JSON.parse(output.toString())).toEqual([]);
  });
});

function canRun(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
