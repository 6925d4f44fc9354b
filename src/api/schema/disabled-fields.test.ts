import { describe, expect, it } from 'vitest';
import { DisabledFields } from './disabled-fields.ts';
import { plainField } from './plain-field.ts';
import type { FieldSchema, Schema, StructSchema } from './schema.ts';

const text: Schema = { type: 'string' };
const struct = (name: string, ...fields: FieldSchema[]): StructSchema => ({
  type: 'struct',
  name,
  description: '',
  fields,
  byName: new Map(fields.map((field) => [field.name, field])),
});
const field = (name: string, schema: Schema = text, gates: string[] = []): FieldSchema =>
  plainField({ name, schema, gates, isDropped: gates.length > 0 });

const part = struct(
  'a.v1.Part',
  field('name'),
  field('extra', text, ['Extra']),
  field('either', text, ['Extra', 'On']),
);
const spec = struct(
  'a.v1.Spec',
  field('parts', { type: 'list', element: part }),
  field('spare', { type: 'list', element: part }),
  field('byName', { type: 'map', value: part }),
  field('whole', part, ['Whole']),
  field('known', text, ['On']),
);
const gates = { isOn: (gate: string) => gate === 'On' };
const kind = struct('a.v1.Kind', field('spec', spec));
const disabled = DisabledFields.finder([kind, spec, part], gates)(kind)!;

function dropped(object: object, old?: object): unknown {
  const copy = structuredClone(object);
  disabled.drop(copy, old);
  return copy;
}

describe('fields behind a gate that is off', () => {
  it('are emptied, wherever they stand', () => {
    const one = { name: 'x', extra: 'e', either: 'b' };
    expect(
      dropped({ spec: { parts: [one, null, { name: 'y' }], byName: { a: one }, whole: one, known: 'k' } }),
    ).toEqual({
      spec: {
        parts: [{ name: 'x', either: 'b' }, null, { name: 'y' }],
        byName: { a: { name: 'x', either: 'b' } },
        known: 'k',
      },
    });
  });

  it('stay where the stored object uses them, in whatever place', () => {
    const object = { spec: { parts: [{ extra: 'new', either: 'new' }], whole: { name: 'w' } } };
    expect(dropped(object, { spec: { spare: [{ extra: 'old' }] } })).toEqual({
      spec: { parts: [{ extra: 'new', either: 'new' }] },
    });
    expect(dropped(object, { spec: { spare: [{ extra: null }] } })).toEqual({
      spec: { parts: [{ either: 'new' }] },
    });
  });

  const droppedFrom = (fields: FieldSchema[], object: object, old?: object): object => {
    const made = struct('a.v1.Made', ...fields);
    const copy = structuredClone(object);
    DisabledFields.finder([made, part], gates)(made)?.drop(copy, old);
    return copy;
  };
  const extra = (more: Partial<FieldSchema>) => ({ ...field('extra', text, ['Extra']), ...more });

  it.each<[string, FieldSchema[], object, object | undefined, object]>([
    ['go although they are used', [extra({ isDroppedWhenUsed: true })], { extra: 'a' }, { extra: 'a' }, {}],
    [
      'get a value instead',
      [extra({ droppedTo: 'plain' })],
      { extra: 'a' },
      { extra: 'plain' },
      { extra: 'plain' },
    ],
    ['stay absent where they get a value', [extra({ droppedTo: 'plain' })], {}, undefined, {}],
    [
      'stay where another value is used',
      [extra({ droppedTo: 'plain' })],
      { extra: 'a' },
      { extra: 'b' },
      { extra: 'a' },
    ],
    ['go without a gate', [extra({ gates: [] })], { extra: 'a' }, undefined, {}],
    [
      'stay at a place that says so, which is no use',
      [field('one', part), { ...field('two', part), undropped: ['extra'] }],
      { one: { extra: 'a' }, two: { extra: 'a' } },
      { two: { extra: 'a' } },
      { one: {}, two: { extra: 'a' } },
    ],
  ])('%s', (_, fields, object, old, expected) => {
    expect(droppedFrom(fields, object, old)).toEqual(expected);
  });

  it('are none in a type whose gates are on', () => {
    expect(DisabledFields.finder([spec, part], { isOn: () => true })(spec)).toBeUndefined();
  });

  it('are emptied at every level of a type that contains itself', () => {
    const fields = [field('name'), field('extra', text, ['Extra'])];
    const tree: StructSchema = {
      type: 'struct',
      name: 'a.v1.Tree',
      description: '',
      fields,
      byName: new Map(),
    };
    fields.push(field('left', tree));
    const object = { name: 'a', extra: 'x', left: { name: 'b', extra: 'y' } };
    DisabledFields.finder([tree], gates)(tree)!.drop(object);
    expect(object).toEqual({ name: 'a', left: { name: 'b' } });
  });

  it('leave alone what has not the shape that it should have', () => {
    expect(dropped({ spec: 'text' })).toEqual({ spec: 'text' });
    expect(dropped({})).toEqual({});
  });
});
