import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { loadDefinitions } from './load.ts';

function fieldWith(options: string) {
  const directory = mkdtempSync(join(tmpdir(), 'definitions-'));
  try {
    writeFileSync(
      join(directory, 'a.proto'),
      `syntax = "proto3"; package a.v1; option (group_version) = { group: "a" version: "v1" };
       message A { repeated string b = 1 [${options}]; }`,
    );
    return loadDefinitions(directory, dialects[0]!).structs.get('a.v1.A')!.fields[0]!;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

it.each([
  ['(values) = { names: ["A", "", "B C"] }', { values: ['A', '', 'B C'] }],
  ['(list) = "map", (list_keys) = { names: ["x", "y"] }', { listType: 'map', listKeys: ['x', 'y'] }],
  ['(patch) = { names: ["merge"] }, (merge_key) = "x"', { listType: 'map', listKeys: ['x'] }],
  ['(patch) = { names: ["merge", "retainKeys"] }', { patchStrategies: ['merge', 'retainKeys'] }],
])('a field is declared by the names of %s', (options, expected) => {
  expect(fieldWith(options)).toMatchObject(expected);
});

it('a text in place of names is refused with the field', () => {
  expect(() => fieldWith('(values) = "A B"')).toThrow('.a.v1.A.b: (values) has to be { names: [...] }');
});
