import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { viewOfRelease } from './release-view.ts';

/** The field `b` of a message in a release, with its options; undefined where it is not there. */
function view(options: string, release: string | undefined, type = 'string') {
  const root = new protobuf.Root();
  const text = `syntax = "proto3"; package a.v1; message A { string a = 1; ${type} b = 2 [${options}]; string c = 3; }`;
  protobuf.parse(text, root, { keepCase: true });
  viewOfRelease(root, release);
  const message = root.lookupType('a.v1.A');
  const field = message.fields['b'];
  const parsed = (field?.parsedOptions ?? []) as unknown as Record<string, unknown>[];
  return {
    names: message.fieldsArray.map(({ name }) => name).join(),
    field,
    options: Object.assign({}, ...parsed),
  };
}

it.each([
  ['(since) = "1.25"', '1.24', 'a,c'],
  ['(since) = "1.25"', '1.25', 'a,b,c'],
  ['(until) = "1.25"', '1.24', 'a,b,c'],
  ['(until) = "1.25"', '1.25', 'a,c'],
  ['(since) = "1.9"', '1.24', 'a,b,c'],
  ['(since) = "1.25"', undefined, 'a,b,c'],
])('a field with %s: the message in %s has %s', (options, release, names) => {
  expect(view(options, release).names).toBe(names);
});

const values =
  '(values) = { names: ["X"], later: [{ name: "Y", since: "1.25" }, { name: "Z", until: "1.26" }] }';
it.each([
  ['1.24', ['X', 'Z']],
  ['1.25', ['X', 'Y', 'Z']],
  ['1.26', ['X', 'Y']],
  [undefined, ['X', 'Y', 'Z']],
])('the named values in %s are %j', (release, names) => {
  expect(view(values, release).options['(values)']).toEqual({ names });
});

it.each([
  ['optional string', '(since) = "1.25"', true],
  ['optional string', '(earlier) = { until: "1.28", optional: false }', false],
  ['string', '(earlier) = { until: "1.28", optional: true }', true],
  ['string', '(since) = "1.25"', undefined],
])('a field that is %s with %s is nullable in 1.27: %s', (type, options, nullable) => {
  expect(view(options, '1.27', type).field?.options?.['proto3_optional']).toBe(nullable);
});

const forms =
  '(list) = "map", (list_keys) = { names: ["k"] }, (required) = true, ' +
  '(earlier) = { until: "1.28", required: false }, (earlier) = { until: "1.30", list: "", list_keys: { names: [] }, type: "Other" }';
it.each([
  ['1.30', 'repeated A', { '(list)': 'map', '(required)': true }],
  ['1.29', 'repeated Other', { '(list)': undefined, '(required)': true }],
  ['1.27', 'repeated Other', { '(list)': undefined, '(required)': false }],
])('the form in %s is %s with %j', (release, type, expected) => {
  const { field, options } = view(forms, release, 'repeated A');
  expect(`${field!.repeated ? 'repeated ' : ''}${field!.type}`).toBe(type);
  for (const [name, value] of Object.entries(expected)) expect(options[name]).toBe(value);
});
