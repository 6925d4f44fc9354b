import { describe, expect, it } from 'vitest';
import type { ControllerDescriptor } from '../../controllers/controller.ts';
import { controllerFlags, selectControllers } from './selection.ts';

const controller = (name: string, isOffByDefault = false): ControllerDescriptor => ({
  name,
  isOffByDefault,
  account: name,
  create: async () => undefined,
  flags: [{ name: 'shared', type: 'text', value: 'file', description: 'Of all of them.' }],
});
const known = [controller('namespace'), controller('tokencleaner', true), controller('ttl')];

describe('--controllers', () => {
  it.each<[string, string[]]>([
    ['*', ['namespace', 'ttl']],
    ['*,tokencleaner', ['namespace', 'tokencleaner', 'ttl']],
    ['*,-ttl', ['namespace']],
    ['-ttl,*,ttl', ['namespace']],
    ['ttl', ['ttl']],
    ['-ttl', []],
  ])('%s runs %j', (text, expected) => {
    expect(selectControllers(known, text.split(',')).map(({ name }) => name)).toEqual(expected);
  });

  it.each(['other', '-other', '*,other'])('%s is refused', (text) => {
    expect(() => selectControllers(known, text.split(','))).toThrow(
      '"other" is not in the list of known controllers',
    );
  });
});

it('a flag of several controllers is one flag', () => {
  expect(controllerFlags(known).map(({ name }) => name)).toEqual(['shared']);
});
