import { describe, expect, it } from 'vitest';
import {
  embedding,
  errorTexts,
  list,
  mapOf,
  names,
  object,
} from '../../../test/support/unit/structural-schemas.ts';
import { FeatureGates } from '../gates/feature-gates.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { FieldPath } from '../validation/field-errors.ts';
import { validateEmbeddedObjects, validateLargeEmbedded } from './embedded.ts';
import { valueStyleOf } from './value-style.ts';

const path = FieldPath.of('spec');
const problems = (value: unknown, schema: JsonSchema): string[] =>
  errorTexts(validateEmbeddedObjects(value, schema, { path, names }));
const whole = { apiVersion: 'v1', kind: 'K' };

it.each([
  ['1.23', 'spec.kind: Required value'],
  ['1.24', 'spec.kind: Invalid value: "": must not be empty'],
])('%s: an embedded object with an empty kind: %s', (release, problem) => {
  const style = valueStyleOf(new FeatureGates(release));
  const errors = validateEmbeddedObjects({ ...whole, kind: '' }, embedding, { path, names, style });
  expect(errorTexts(errors)).toEqual([problem]);
});

describe('an embedded object is looked at', () => {
  const broken = {};
  const both = (place: string): string[] => [
    `${place}.apiVersion: Required value`,
    `${place}.kind: Required value`,
  ];

  it.each<[string, unknown, JsonSchema, string[]]>([
    ['by itself', broken, embedding, both('spec')],
    ['in a field', { a: broken }, object({ a: embedding }), both('spec.a')],
    ['in a value of a map', { a: broken }, mapOf(embedding), both('spec[a]')],
    ['in a list', [whole, broken], list(embedding), both('spec[1]')],
    [
      'in a list of a field of itself',
      { ...whole, l: [broken] },
      { ...embedding, properties: { l: list(embedding) } },
      both('spec.l[0]'),
    ],
    ['not where another stands', 'text', embedding, []],
    ['not where null stands', null, embedding, []],
    ['not where no schema says so', { a: broken }, object({ a: object({}) }), []],
    ['not under a key without a schema', { b: broken }, object({ a: embedding }), []],
    ['not in a list without a schema', [broken], { type: 'array' }, []],
    ['not under a name that all objects have by nature', { constructor: broken }, object({}), []],
  ])('%s', (_, value, schema, expected) => {
    expect(problems(value, schema)).toEqual(expected);
  });
});

describe('an embedded object', () => {
  it.each<[string, object, string[]]>([
    ['is whole', whole, []],
    ['may have a group', { ...whole, apiVersion: 'g.example/v1' }, []],
    ['may have no labels and annotations', { ...whole, metadata: { labels: null, annotations: null } }, []],
    [
      'may have an empty label',
      { ...whole, metadata: { labels: { a: null }, annotations: { a: null } } },
      [],
    ],
    [
      'has no empty owners, such as null',
      { ...whole, metadata: { ownerReferences: [null] } },
      ['apiVersion', 'kind', 'name', 'uid'].map((name) => {
        const what = name === 'apiVersion' ? 'version' : name;
        return `spec.metadata.ownerReferences.${name}: Invalid value: "": ${what} must not be empty`;
      }),
    ],
    ['has an apiVersion', { ...whole, apiVersion: '' }, ['spec.apiVersion: Required value']],
    [
      'has one of two parts at most',
      { ...whole, apiVersion: 'a/b/c' },
      ['spec.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'has a kind that is one',
      { ...whole, kind: 'a b' },
      [expect.stringMatching(/^spec\.kind: Invalid value: "a b"/)],
    ],
    ['has a kind that is a text', { ...whole, kind: 1 }, ['spec.kind: Invalid value: 1: must be a string']],
    [
      'has an apiVersion that is a text, and that is reported alone',
      { apiVersion: {}, kind: 'a b' },
      ['spec.apiVersion: Invalid value: map[string]interface {}{}: must be a string'],
    ],
    ['may have null as its metadata', { ...whole, metadata: null }, []],
    ['may have a name', { ...whole, metadata: { name: 'a', namespace: 'b' } }, []],
    [
      'has a name that is one',
      { ...whole, metadata: { name: 'a/b' } },
      [expect.stringMatching(/^spec\.metadata\.name: Invalid value: "a\/b"/)],
    ],
    ['may do without a name', { ...whole, metadata: { name: '' } }, []],
  ])('%s', (_, value, expected) => {
    expect(problems(value, embedding)).toEqual(expected);
  });

  const cannot = (what: string, where: string, type: string): RegExp =>
    new RegExp(`json: cannot unmarshal ${what} into Go ${where} of type ${type}$`);
  const field = (name: string): string => `struct field ObjectMeta\\.${name}`;

  it.each<[string, unknown, RegExp]>([
    ['are an object', 'x', cannot('string', 'value', 'v1.ObjectMeta')],
    ['are no list', [], cannot('array', 'value', 'v1.ObjectMeta')],
    ['have a text as name', { name: 1 }, cannot('number', field('name'), 'string')],
    ['have a text as uid', { uid: true }, cannot('bool', field('uid'), 'string')],
    ['have a text as clusterName', { clusterName: {} }, cannot('object', field('clusterName'), 'string')],
    ['have a map of labels', { labels: [] }, cannot('array', field('labels'), 'map\\[string\\]string')],
    ['have texts as labels', { labels: { a: 'x', b: 1 } }, cannot('number', field('labels'), 'string')],
    [
      'have texts as annotations',
      { annotations: { b: {} } },
      cannot('object', field('annotations'), 'string'),
    ],
    ['have a list of finalizers', { finalizers: {} }, cannot('object', field('finalizers'), '\\[\\]string')],
    [
      'have texts as finalizers',
      { finalizers: ['a.example/b', 1] },
      cannot('number', field('finalizers'), 'string'),
    ],
    [
      'have a list of owners',
      { ownerReferences: 'x' },
      cannot('string', field('ownerReferences'), '\\[\\]v1.OwnerReference'),
    ],
    [
      'have objects as owners',
      { ownerReferences: ['x'] },
      cannot('string', field('ownerReferences'), 'v1.OwnerReference'),
    ],
    [
      'have objects as managers',
      { managedFields: [1] },
      cannot('number', field('managedFields'), 'v1.ManagedFieldsEntry'),
    ],
  ])('has metadata that %s', (_, metadata, expected) => {
    expect(problems({ ...whole, metadata }, embedding)).toEqual([expect.stringMatching(expected)]);
  });

  it.each(['name', 'uid', 'finalizers', 'ownerReferences', 'managedFields'])(
    'may have null as its %s',
    (name) => {
      expect(problems({ ...whole, metadata: { [name]: null } }, embedding)).toEqual([]);
    },
  );
});

describe('of many embedded objects', () => {
  const all = <T>(of: T): T[] => Array.from({ length: 3_000 }, () => of);

  it('the first wrong type is reported, and nothing else', () => {
    expect(problems([whole, { apiVersion: 'a/b/c' }, { kind: 1 }, { kind: 2 }], list(embedding))).toEqual([
      'spec[2].kind: Invalid value: 1: must be a string',
    ]);
  });

  it('a thousand errors are reported at most', () => {
    expect(problems(all({}), list(embedding))).toHaveLength(1_000);
    expect(
      problems(Object.fromEntries(all({}).map((value, at) => [`k${at}`, value])), mapOf(embedding)),
    ).toHaveLength(1_000);
  });

  it('others have their turn in between', () => {
    const work = validateLargeEmbedded(all(whole), list(embedding), { path, names });
    let stops = 0;
    while (!work.next().done) stops++;
    expect(stops).toBeGreaterThan(50);
  });
});
