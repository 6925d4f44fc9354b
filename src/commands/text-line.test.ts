import { expect, it } from 'vitest';
import { textLine } from './text-line.ts';

const time = '2026-11-24T02:15:48.120Z';
const pid = String(process.pid).padStart(7);

it.each([
  ['an info', { level: 30, time, msg: 'hello' }, `I1124 02:15:48.120000 ${pid} server] "hello"\n`],
  ['debugging', { level: 20, time, msg: 'x' }, `I1124 02:15:48.120000 ${pid} server] "x"\n`],
  ['an end', { level: 60, time, msg: 'x' }, `F1124 02:15:48.120000 ${pid} server] "x"\n`],
  [
    'a warning',
    { level: 40, time, msg: 'a "b"\nc' },
    `W1124 02:15:48.120000 ${pid} server] "a \\"b\\"\\nc"\n`,
  ],
  [
    'an error',
    { level: 50, time, msg: 'x', err: { type: 'Error', message: 'x', stack: 'Error: x\n at y' } },
    `E1124 02:15:48.120000 ${pid} server] "x" err="Error: x\\n at y"\n`,
  ],
  [
    'values',
    { level: 30, time, msg: 'm', n: 1, s: 'a b' },
    `I1124 02:15:48.120000 ${pid} server] "m" n=1 s="a b"\n`,
  ],
  ['no message', { level: 30, time, n: 1 }, `I1124 02:15:48.120000 ${pid} server] "" n=1\n`],
])('%s is one line', (_, line, text) => {
  expect(textLine(JSON.stringify(line))).toBe(text);
});
