import { expect, it } from 'vitest';
import { failureText } from './failure-text.ts';
import { StartError, UsageError } from './start-error.ts';

const now = new Date('2026-11-24T02:15:48.120Z');
const head = `E1124 02:15:48.120000 ${String(process.pid).padStart(7)} apiserver] "command failed" err=`;

it.each([
  ['a command line', new UsageError('unknown flag: --colour'), 'Error: unknown flag: --colour\n'],
  ['a value', new StartError('mode "x" is unknown'), `${head}"mode \\"x\\" is unknown"\n`],
  ['several lines', new StartError('no:\n | x\n | ^'), `${head}<\n\tno:\n\t | x\n\t | ^\n >\n`],
])('an error of %s is shown as the log has it', (_, error, text) => {
  expect(failureText('apiserver', error, now)).toBe(text);
});

it('an unexpected error has its stack', () => {
  expect(failureText('apiserver', new TypeError('x is undefined'), now)).toContain(
    '\tTypeError: x is undefined\n\t    at ',
  );
});
