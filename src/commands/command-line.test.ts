import { expect, it } from 'vitest';
import { type Flag, InvalidValue, type ParsedFlag } from '../util/flags.ts';
import { flagValues, parseCommandLine, parsedValues } from './command-line.ts';
import { helpText } from './help-text.ts';

const port: ParsedFlag<number> & { default: string } = {
  name: 'secure-port',
  type: 'text',
  value: 'port',
  description: 'port of the API',
  default: '6443',
  parse: (text) => {
    if (!/^\d+$/.test(text)) throw new InvalidValue('must be a number.');
    return Number(text);
  },
};
const words: ParsedFlag<string[]> = {
  name: 'words',
  type: 'text',
  value: 'list',
  description: 'words',
  parse: (text, before = []) => [...before, text],
};
const level: Flag = { name: 'v', short: 'v', type: 'count', description: 'how much is logged', default: '2' };
const profiling: Flag = { name: 'profiling', type: 'boolean', description: 'profiles are served' };
const sections = [
  { title: 'Serving', flags: [port, words] },
  { title: 'Debugging', flags: [profiling, level] },
];
const parse = (...given: string[]) =>
  parseCommandLine({ name: 'server', description: 'Serves.', sections }, given);

it.each([
  [[], '2', false],
  [['-v=4', '--profiling'], '4', true],
  [['-v', '4', '--profiling', 'false'], '4', false],
  [['-v4', '--profiling', '--v=5'], '5', true],
  [['--profiling=true', '--profiling=false'], '2', false],
])('%j: level %s, profiling %s', (given, text, isProfiled) => {
  const values = flagValues([profiling, level], parse(...given));
  expect([values.text('v'), values.boolean('profiling')]).toEqual([text, isProfiled]);
});

it('a flag with a parser of its own has a default, and may be repeated', () => {
  expect(parsedValues({ port, words }, parse())).toEqual({ port: 6443, words: undefined });
  expect(parsedValues({ port, words }, parse('--words=a', '--words', '--b', '--secure-port=1'))).toEqual({
    port: 1,
    words: ['a', '--b'],
  });
});

it.each([
  [['--colour=red'], 'unknown flag: --colour'],
  [['--secure-prt=1'], 'unknown flag: --secure-prt\n(Did you mean --secure-port?)'],
  [['-x'], "unknown shorthand flag: 'x' in -x"],
  [['serve'], 'unknown command "serve" for "server"'],
  [['--', '--v=1'], 'unknown command "--v=1" for "server"'],
  [['--secure-port'], 'flag needs an argument: --secure-port'],
  [['-v'], 'flag needs an argument: -v, --v'],
  [['--secure-port=x'], 'invalid argument "x" for "--secure-port" flag: must be a number.'],
  [
    ['--v=many'],
    'invalid argument "many" for "-v, --v" flag: strconv.ParseInt: parsing "many": invalid syntax',
  ],
])('%j is refused: %s', (given, message) => {
  const read = () => {
    const texts = parse(...given);
    return [parsedValues({ port }, texts), flagValues([profiling, level], texts)];
  };
  expect(read).toThrow(expect.objectContaining({ name: 'UsageError', message }));
});

it('the help has the flags of each section, and breaks lines', () => {
  const text = helpText({ name: 'server', description: 'Serves.', sections, ownFlags: [] });
  expect(text).toContain('Serving:\n\n  --secure-port <port>\n        port of the API (default: 6443)\n');
  expect(text).toContain('Debugging:\n\n  --profiling [boolean]\n');
  const description = 'word '.repeat(60).trim();
  const long = { title: 'Long', flags: [{ ...profiling, description }] };
  const lines = helpText({ name: 'server', description: 'Serves.', sections: [long], ownFlags: [] });
  expect(Math.max(...lines.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(
    process.stdout.columns ?? 100,
  );
});
