import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { loadDefinitions } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'filled-fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'a.proto'),
  `syntax = "proto3"; package a.v1; option (group_version) = { group: "a" version: "v1" };
   message A {
     option (kind) = { plural: "as" scope: CLUSTER };
     optional int32 count = 1 [(filled) = "3", (earlier) = { until: "1.25", filled: "1" }];
     optional bool quick = 2 [(filled) = "false", (since) = "1.25"];
     optional B b = 3 [(filled) = "{}"];
     repeated B list = 4;
     map<string, B> map = 5;
     optional B other = 6;
   }
   message B { string mode = 1 [(filled) = "\\"Slow\\""]; repeated B inner = 2; }
   message D {
     option (kind) = { plural: "ds" scope: CLUSTER };
     E a = 1 [(filled_inside) = "{\\"own\\": true, \\"later\\": 1}", (earlier) = { until: "1.25", filled_inside: "{\\"own\\": false}" }];
     E b = 2 [(unfilled) = true];
     repeated E items = 3 [(filled_inside) = "{\\"own\\": true}"];
     map<string, E> map = 4 [(unfilled) = true, (earlier) = { until: "1.25", unfilled: false }];
     string group = 5 [(always) = true, (filled) = "\\"x.{api}\\""];
     optional string text = 6 [(filled) = "\\"x\\""];
     int32 shares = 7 [(always) = true, (filled) = "30"];
   }
   message E { optional bool own = 1; string mode = 2 [(filled) = "\\"Slow\\""]; optional int32 later = 3 [(since) = "1.30"]; }
   message F {
     option (kind) = { plural: "fs" scope: CLUSTER };
     repeated G list = 1;
     optional int32 count = 2 [(filled) = "1", (filled_first) = "2"];
   }
   message G { string mode = 1 [(filled_first) = "\\"Quick\\""]; optional bool own = 2 [(filled) = "true"]; }
   message H {
     option (kind) = { plural: "hs" scope: CLUSTER };
     optional bool kept = 1 [(filled) = "true", (gate) = { names: ["SuspendJob"] }];
     optional bool quick = 2 [(filled) = "true", (gate) = { names: ["SuspendJob"] }, (drop) = true];
     optional string mount = 3 [(filled) = "\\"Default\\"", (gate) = { names: ["SuspendJob"] }, (drop) = true, (dropped_to) = "\\"Default\\""];
     I inner = 4 [(filled_inside) = "{\\"own\\": true, \\"quick\\": false}"];
   }
   message I { optional bool own = 1; optional bool quick = 2 [(gate) = { names: ["SuspendJob"] }, (drop) = true]; }
   message C { option (kind) = { plural: "cs" scope: CLUSTER }; string name = 1; }`,
);

const kindsIn = (release: string) => loadDefinitions(folder, dialects[0]!, release).kinds;
const filled = (object: object, release = '1.36'): object => {
  const made = structuredClone(object);
  kindsIn(release)[0]!.filled!.fill(made);
  return made;
};

it.each([
  ['what is absent', {}, { count: 3, quick: false, b: { mode: 'Slow' } }],
  [
    'not what is there',
    { count: 0, quick: true, b: { mode: 'x' } },
    { count: 0, quick: true, b: { mode: 'x' } },
  ],
  [
    'the items of lists and maps, and what is in them',
    { list: [{}, { inner: [{}] }], map: { k: {} } },
    {
      list: [{ mode: 'Slow' }, { mode: 'Slow', inner: [{ mode: 'Slow' }] }],
      map: { k: { mode: 'Slow' } },
    },
  ],
])('fills in %s', (_, object, expected) => {
  expect(filled(object)).toMatchObject(expected);
  expect(filled(filled(object))).toEqual(filled(object));
});

it('makes no message of what is not there', () => {
  expect(filled({})).not.toHaveProperty('other');
  expect(filled({})).not.toHaveProperty('list');
});

it('fills in what the release does', () => {
  expect(filled({}, '1.24')).toEqual({ count: 1, b: { mode: 'Slow' } });
});

it('gives each object a value of its own', () => {
  const [first, second] = [filled({}), filled({})] as { b: { mode: string } }[];
  first!.b.mode = 'changed';
  expect(second!.b.mode).toBe('Slow');
});

const filledD = (object: object, release = '1.36'): object => {
  const made = structuredClone(object);
  kindsIn(release)[1]!.filled!.fill(made);
  return made;
};
const outer = { group: `x.${dialects[0]!.api}`, text: 'x', shares: 30 };

it.each([
  [
    'fields of its message at one place only',
    { a: {}, b: {} },
    { a: { own: true, mode: 'Slow', later: 1 }, b: {} },
  ],
  ['not what is there', { a: { own: false, later: 0 } }, { a: { own: false, mode: 'Slow', later: 0 } }],
  [
    'items',
    { items: [{}, { own: false }] },
    {
      items: [
        { own: true, mode: 'Slow' },
        { own: false, mode: 'Slow' },
      ],
    },
  ],
  ['nothing in what is to stay as it is', { b: {}, map: { k: {} } }, { b: {}, map: { k: {} } }],
  ['what is empty and cannot be left out', { group: '', shares: 0 }, {}],
])('fills in %s', (_, object, expected) => {
  expect(filledD(object)).toEqual({ ...outer, ...expected });
});

it('leaves an empty value that is not the same as none', () => {
  expect(filledD({ text: '' })).toEqual({ ...outer, text: '' });
});

it('fills in what the release does at a place', () => {
  expect(filledD({ a: {}, map: { k: {} } }, '1.24')).toEqual({
    ...outer,
    a: { own: false, mode: 'Slow' },
    map: { k: { mode: 'Slow' } },
  });
  expect(filledD({ a: {} }, '1.29')).toMatchObject({ a: { own: true, mode: 'Slow' } });
});

it.each([
  ['1.21', { kept: true, mount: 'Default', inner: { own: true } }],
  ['1.22', { kept: true, quick: true, mount: 'Default', inner: { own: true, quick: false } }],
])('%s: fills in nothing that a write would empty: %j', (release, expected) => {
  const made = { inner: {} };
  kindsIn(release)
    .find(({ kind }) => kind === 'H')!
    .filled!.fill(made);
  expect(made).toEqual(expected);
});

it('a kind without such fields is not looked at', () => {
  expect(kindsIn('1.36').find(({ kind }) => kind === 'C')!.filled).toBeUndefined();
});

it('tells what a version fills in before its objects are converted from what is filled in later', () => {
  const { filled: later, filledFirst: first } = kindsIn('1.36').find(({ kind }) => kind === 'F')!;
  const object = { list: [{}, { mode: 'x' }] };
  first!.fill(object);
  expect(object).toEqual({ list: [{ mode: 'Quick' }, { mode: 'x' }], count: 2 });
  later!.fill(object);
  expect(object).toEqual({
    list: [
      { mode: 'Quick', own: true },
      { mode: 'x', own: true },
    ],
    count: 2,
  });
});
