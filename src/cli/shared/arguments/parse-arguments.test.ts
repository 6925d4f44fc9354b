import { describe, expect, it } from 'vitest';
import type { CommandFlag } from './flag.ts';
import { parseArguments } from './parse-arguments.ts';

const flags: readonly CommandFlag[] = [
  { name: 'namespace', short: 'n', type: 'text', description: '' },
  { name: 'stdin', short: 'i', type: 'boolean', description: '' },
  { name: 'tty', short: 't', type: 'boolean', description: '' },
  { name: 'chunk-size', type: 'integer', default: '500', description: '' },
  { name: 'timeout', type: 'duration', default: '30s', description: '' },
  { name: 'label-columns', short: 'L', type: 'list', description: '' },
  { name: 'dry-run', type: 'text', default: 'none', bare: 'client', description: '' },
  { name: 'old', type: 'boolean', description: '', deprecated: 'use --new instead' },
];

describe('a command line', () => {
  it('has flags and words in any order', () => {
    const { flags: values, words } = parseArguments(flags, [
      'get',
      '-n',
      'a',
      'pods',
      '--chunk-size=7',
      '-it',
    ]);
    expect(words).toEqual(['get', 'pods']);
    expect([values.text('namespace'), values.integer('chunk-size')]).toEqual(['a', 7]);
    expect([values.boolean('stdin'), values.boolean('tty'), values.boolean('old')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([['-na'], ['-n=a'], ['--namespace=a'], ['--namespace', 'a'], ['-in', 'a']])('%s %s', (...line) => {
    expect(parseArguments(flags, line).flags.text('namespace')).toBe('a');
  });

  it('has lists that may be repeated, and defaults', () => {
    const { flags: values } = parseArguments(flags, ['-L', 'a,b', '--label-columns=c']);
    expect(values.list('label-columns')).toEqual(['a', 'b', 'c']);
    expect(values.duration('timeout')).toBe(30_000);
    expect(values.has('timeout')).toBe(false);
  });

  it('does not take the word behind a flag that may stand alone', () => {
    const { flags: values, words } = parseArguments(flags, ['--dry-run', 'server', '--stdin', 'false']);
    expect(values.text('dry-run')).toBe('client');
    expect(words).toEqual(['server', 'false']);
    expect(parseArguments(flags, ['--dry-run=server']).flags.text('dry-run')).toBe('server');
  });

  it('has words behind two dashes, whatever they look like', () => {
    const { words, wordsBeforeDashes } = parseArguments(flags, ['pod', '--', 'ls', '-n', '--', 'x']);
    expect([words, wordsBeforeDashes]).toEqual([['pod', 'ls', '-n', '--', 'x'], 1]);
    expect(parseArguments(flags, ['-']).words).toEqual(['-']);
  });

  it('warns of a deprecated flag once', () => {
    expect(parseArguments(flags, ['--old', '--old=false']).warnings).toEqual([
      'Flag --old has been deprecated, use --new instead',
    ]);
  });

  it.each([
    [['--none'], 'unknown flag: --none'],
    [['-iz'], "unknown shorthand flag: 'z' in -z"],
    [['-n'], "flag needs an argument: 'n' in -n"],
    [['--namespace'], 'flag needs an argument: --namespace'],
    [
      ['--chunk-size=x'],
      'invalid argument "x" for "--chunk-size" flag: strconv.ParseInt: parsing "x": invalid syntax',
    ],
    [['-i=x'], 'invalid argument "x" for "-i, --stdin" flag: strconv.ParseBool: parsing "x": invalid syntax'],
    [['--timeout=5'], 'invalid argument "5" for "--timeout" flag: time: missing unit in duration "5"'],
    [['---x'], 'bad flag syntax: ---x'],
  ])('%j is refused', (line, message) => {
    expect(() => parseArguments(flags, line)).toThrow(message);
  });
});
