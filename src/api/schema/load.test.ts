import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { loadDefinitions } from './load.ts';

function loaded(text: string, release?: string) {
  const directory = mkdtempSync(join(tmpdir(), 'definitions-'));
  try {
    writeFileSync(join(directory, 'a.proto'), `syntax = "proto3"; ${text}`);
    return loadDefinitions(directory, dialects[0]!, release);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function fieldWith(options: string) {
  const { structs } = loaded(
    `package a.v1; option (group_version) = { group: "a" version: "v1" };
     message A { repeated string b = 1 [${options}]; }`,
  );
  return structs.get('a.v1.A')!.fields[0]!;
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

const aKind = 'option (kind) = { plural: "as" scope: CLUSTER until: "1.30" };';

it.each([
  ['1.29', ['A']],
  ['1.30', []],
  [undefined, ['A']],
])('a kind that 1.30 gives up: %s has %j', (release, expected) => {
  const { kinds, groupVersions } = loaded(
    `package a.v1; option (group_version) = { group: "a" version: "v1" }; message A { ${aKind} string b = 1; }`,
    release,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(expected);
  expect(groupVersions).toHaveLength(expected.length);
});

it('a kind that is pending is not among those that are served, and its messages are there', () => {
  const { kinds, pendingKinds, groupVersions, structs } = loaded(
    `package imagepolicy.v1; option (group_version) = { group: "imagepolicy.{api}" version: "v1" };
     message ImageReview { ${aKind} string b = 1; }`,
  );
  expect([kinds, groupVersions]).toEqual([[], []]);
  expect(pendingKinds.map(({ kind }) => kind)).toEqual(['ImageReview']);
  expect(structs.get('imagepolicy.v1.ImageReview')?.typeMeta?.kind).toBe('ImageReview');
});
