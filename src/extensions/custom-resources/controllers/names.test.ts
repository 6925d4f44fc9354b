import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/definition.ts';
import { decideNames, hasWantedNames, takenNames } from './names.ts';

type Names = Definition['status']['acceptedNames'];
const names: Names = {
  plural: 'things',
  singular: 'thing',
  kind: 'Thing',
  listKind: 'ThingList',
  shortNames: ['th'],
} as Names;
const definition = (wanted: object, accepted: object = {}): Definition =>
  ({
    spec: { names: { ...names, ...wanted } },
    status: { acceptedNames: accepted },
  }) as unknown as Definition;
const none = takenNames([]);

it('the names of others are taken: those of resources, and those of kinds', () => {
  const taken = takenNames([names, { plural: 'others', kind: 'Other' } as Names]);
  expect([...taken.resources].sort()).toEqual(['others', 'th', 'thing', 'things']);
  expect([...taken.kinds].sort()).toEqual(['Other', 'Thing', 'ThingList']);
});

it('a definition has the names that it wants when all are accepted', () => {
  expect(hasWantedNames(definition({}, names))).toBe(true);
  expect(hasWantedNames(definition({}, { ...names, plural: 'x' }))).toBe(false);
});

describe('names that are free', () => {
  it('are accepted', () => {
    const { accepted, conflict } = decideNames(definition({}), none);
    expect(accepted).toEqual(names);
    expect(conflict).toBeUndefined();
  });

  it('replace those from before', () => {
    const { accepted } = decideNames(
      definition({ singular: '' }, { ...names, plural: 'old', singular: 'old' }),
      none,
    );
    expect(accepted).toEqual({ ...names, singular: undefined });
  });
});

describe('names that are taken', () => {
  it.each<[string, object, string]>([
    ['plural', { plural: 'x' }, 'PluralConflict'],
    ['singular', { singular: 'x' }, 'SingularConflict'],
    ['kind', { kind: 'X' }, 'KindConflict'],
    ['listKind', { listKind: 'X' }, 'ListKindConflict'],
    ['shortNames', { shortNames: ['x'] }, 'ShortNamesConflict'],
  ])('as %s are a conflict, and stay as they were', (field, wanted, reason) => {
    const taken = takenNames([{ plural: 'x', kind: 'X' } as Names]);
    const { accepted, conflict } = decideNames(definition(wanted, names), taken);
    expect(conflict).toMatchObject({ reason, message: expect.stringMatching(/x/i) });
    expect(accepted).toEqual(names);
    expect(field in accepted).toBe(true);
  });

  it('by the definition itself are none', () => {
    const { conflict } = decideNames(definition({}, names), takenNames([names]));
    expect(conflict).toBeUndefined();
  });

  it('as a kind are free as a resource', () => {
    const { conflict } = decideNames(definition({ plural: 'X' }), takenNames([{ kind: 'X' } as Names]));
    expect(conflict).toBeUndefined();
  });
});
