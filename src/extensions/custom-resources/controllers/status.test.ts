import { describe, expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import type { Condition, Definition } from '../definition/definition.ts';
import { takenNames } from './names.ts';
import { DefinitionStatus } from './status.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
const none = takenNames([]);
const taken = takenNames([{ plural: 'things', kind: 'Other' }]);
const now = '2030-01-01T00:00:00Z';
const before = '2020-01-01T00:00:00Z';

interface Given {
  accepted?: object;
  conditions?: Partial<Condition>[] | undefined;
  spec?: object;
  annotation?: string;
  group?: string;
}

function definition({
  accepted = {},
  conditions,
  spec = {},
  annotation,
  group = 'example.com',
}: Given = {}): Definition {
  const annotations = annotation === undefined ? {} : { [`api-approved.${dialect.label}`]: annotation };
  return {
    metadata: { name: `things.${group}`, annotations },
    spec: { group, names, versions: [], ...spec },
    status: { acceptedNames: accepted, conditions },
  } as unknown as Definition;
}

const next = (given: Given, names = none) =>
  new DefinitionStatus(dialect).next(definition(given), names, now);
/** `NamesAccepted True NoConflicts` */
const shown = ({ conditions }: Definition['status']): string[] =>
  (conditions ?? []).map(({ type, status, reason }) => `${type} ${status} ${reason}`);

const established = [
  {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
    lastTransitionTime: before,
  },
  {
    type: 'Established',
    status: 'True',
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
    lastTransitionTime: before,
  },
] as const;

describe('the names of a definition', () => {
  it('are accepted where they are free, and it is served then', () => {
    const status = next({});
    expect(status.acceptedNames).toEqual(names);
    expect(status.conditions).toEqual(established.map((one) => ({ ...one, lastTransitionTime: now })));
  });

  it('are not where they are taken, and it is not served', () => {
    const status = next({}, taken);
    expect(status.acceptedNames).toEqual({ singular: 'thing', kind: 'Thing', listKind: 'ThingList' });
    expect(shown(status)).toEqual(['NamesAccepted False PluralConflict', 'Established False NotAccepted']);
    expect(status.conditions![0]!.message).toBe('"things" is already in use');
  });

  it('are not looked at again once it has them', () => {
    const given = { accepted: names, conditions: [...established] };
    expect(next(given, taken)).toEqual({ acceptedNames: names, conditions: [...established] });
  });

  it.each([
    ['free', none, ['NamesAccepted True NoConflicts', 'Established True InitialNamesAccepted'], 'things'],
    ['taken', taken, ['NamesAccepted False PluralConflict', 'Established True InitialNamesAccepted'], 'old'],
  ])('that it wants since are %s: it is served under those that it has', (_, others, expected, plural) => {
    const status = next({ accepted: { ...names, plural: 'old' }, conditions: [...established] }, others);
    expect(shown(status)).toEqual(expected);
    expect(status.acceptedNames.plural).toBe(plural);
    // It is established as long as before.
    expect(status.conditions![1]!.lastTransitionTime).toBe(before);
  });
});

describe('the schemas of a definition', () => {
  const version = (schema: object) => ({ versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] });
  const given = { accepted: names, conditions: [...established] };
  const condition = (spec: object) =>
    next({ ...given, spec }).conditions!.find(({ type }) => type === 'NonStructuralSchema');

  it.each<[string, object, object | undefined]>([
    ['that are structural', version({ type: 'object', properties: { a: { type: 'string' } } }), undefined],
    ['that are not there', { versions: [{ name: 'v1' }] }, undefined],
    [
      'without a type',
      version({ type: 'object', properties: { a: {} } }),
      {
        status: 'True',
        reason: 'Violations',
        message: expect.stringContaining(
          'spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value',
        ),
      },
    ],
    [
      'that keep what they do not know',
      { preserveUnknownFields: true },
      {
        status: 'True',
        reason: 'Violations',
        message: 'spec.preserveUnknownFields: Invalid value: true: must be false',
      },
    ],
  ])('%s', (_, spec, expected) => {
    if (expected === undefined) expect(condition(spec)).toBeUndefined();
    else expect(condition(spec)).toMatchObject({ lastTransitionTime: now, ...expected });
  });

  it('that have become structural are not called otherwise any more', () => {
    const old = { type: 'NonStructuralSchema', status: 'True' };
    expect(shown(next({ ...given, conditions: [old, ...established] }))).toEqual(
      shown({ conditions: established } as never),
    );
    // What stays the same is the same.
    const same = definition(given);
    expect(new DefinitionStatus(dialect).next(same, none, now)).toBe(same.status);
    expect(next({ accepted: names, conditions: undefined }).conditions).toBeUndefined();
  });
});

describe('the approval of a definition in a protected group', () => {
  const type = 'KubernetesAPIApprovalPolicyConformant';
  it.each<[string, string | undefined, object]>([
    [
      'that has one',
      'https://example.com/1',
      { status: 'True', reason: 'ApprovedAnnotation', message: 'approved in https://example.com/1' },
    ],
    [
      'that does without',
      'unapproved, experimental',
      {
        status: 'False',
        reason: 'UnapprovedAnnotation',
        message: 'not approved: "unapproved, experimental"',
      },
    ],
    [
      'that has none',
      undefined,
      {
        status: 'False',
        reason: 'MissingAnnotation',
        message: expect.stringContaining('protected groups must have'),
      },
    ],
    [
      'that has something else',
      'yes',
      { status: 'False', reason: 'InvalidAnnotation', message: expect.stringContaining('with either a URL') },
    ],
  ])('%s', (_, annotation, expected) => {
    const { conditions } = next({
      group: `x.${dialect.api}`,
      ...(annotation !== undefined && { annotation }),
    });
    expect(conditions!.at(-1)).toEqual({ type, lastTransitionTime: now, ...expected });
  });

  it('is not asked for in any other', () => {
    expect(shown(next({ annotation: 'yes' })).join()).not.toContain(type);
  });
});
