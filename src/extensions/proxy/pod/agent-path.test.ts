import { expect, it } from 'vitest';
import { agentPath, commandPairs, portPairs, streamPairs } from './agent-path.ts';

it.each<[string[], [string, string][], string]>([
  [['exec', 'a', 'b', 'c'], [], '/exec/a/b/c'],
  [['exec', 'a/b'], [], '/exec/a%2Fb'],
  [
    ['x'],
    [
      ['b', '1'],
      ['a', '2'],
      ['b', '0'],
    ],
    '/x?a=2&b=1&b=0',
  ],
  [['x'], [['command', 'ls -l']], '/x?command=ls+-l'],
])('%j with %j is asked for as %s', (parts, pairs, expected) => {
  expect(agentPath(parts, pairs)).toBe(expected);
});

it('the options of a connection are pairs of the query of an agent', () => {
  const options = {
    stdin: true,
    stdout: false,
    stderr: true,
    tty: true,
    command: ['ls', '-l'],
    ports: [80, 443],
  };
  type Options = Parameters<typeof streamPairs>[0];
  expect(streamPairs(options as Options)).toEqual([
    ['input', '1'],
    ['error', '1'],
    ['tty', '1'],
  ]);
  expect(commandPairs(options as Options)).toEqual([
    ['command', 'ls'],
    ['command', '-l'],
  ]);
  expect(portPairs(options as Options)).toEqual([['port', '80,443']]);
  expect([
    ...commandPairs({} as Options),
    ...portPairs({} as Options),
    ...streamPairs({} as Options),
  ]).toEqual([]);
  expect(portPairs({ ports: [] } as unknown as Options)).toEqual([]);
});
