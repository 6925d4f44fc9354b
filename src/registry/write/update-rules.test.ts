import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { DisabledFields } from '../../api/schema/disabled-fields.ts';
import { FieldPath, invalid } from '../../api/validation/field-errors.ts';
import type { AnyKindRules } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import { mainRules, partRules, statusRules, uncheckedRules } from './update-rules.ts';

const resource = (rules: Partial<AnyKindRules> = {}): StoredResource =>
  ({ rules: { group: '', kind: 'K', ...rules } }) as StoredResource;
const object = (more: object): ApiObject => ({ kind: 'K', apiVersion: 'v1', metadata: {}, ...more });
const problem = (text: string) => [invalid(FieldPath.of('spec'), 1, text)];
const old = object({ spec: 1, data: 1, status: 1 });
const next = () => object({ spec: 2, extra: 2, status: 2 });

describe('an update of the main resource', () => {
  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('creates what is missing where the kind says so: %s', (allowsCreateOnUpdate, mayCreate) => {
    const rules = allowsCreateOnUpdate === undefined ? {} : { allowsCreateOnUpdate };
    expect(mainRules(resource(rules))).toMatchObject({ mayCreate, countsGeneration: true, allocates: true });
  });

  it('is prepared and validated by the rules of the kind', () => {
    const rules = mainRules(
      resource({
        prepareForUpdate: (changed, stored, version) => {
          changed.spec = [changed.spec, stored.spec, version];
        },
        validateUpdate: (changed, stored, version) => problem(`${changed.spec} ${stored.spec} ${version}`),
      }),
    );
    const changed = next();
    rules.prepare(changed, old, 'v1');
    expect(changed).toEqual(object({ spec: [2, 1, 'v1'], extra: 2, status: 2 }));
    expect(rules.validate(next(), old, 'v1')).toEqual(problem('2 1 v1'));
    expect(rules.validateInSteps!(next(), old, undefined)).toBeUndefined();
  });

  it.each([
    ['counts', true, 8],
    ['does not count', false, undefined],
  ])('%s what is dropped where the kind says so', (_, countsDroppedChanges, generation) => {
    const disabled = { drop: (changed: ApiObject) => (changed['spec'] = 1) } as unknown as DisabledFields;
    const rules = mainRules({ ...resource({ countsDroppedChanges }), disabled });
    const changed = next();
    rules.prepare(changed, { ...old, metadata: { generation: 7 } }, 'v1');
    expect(changed).toMatchObject({ spec: 1 });
    expect(changed.metadata.generation).toBe(generation);
  });

  it('is left as it is by a kind without rules', () => {
    const rules = mainRules(resource());
    const changed = next();
    rules.prepare(changed, old, 'v1');
    expect(changed).toEqual(next());
    expect(rules.validate(changed, old, 'v1')).toEqual([]);
  });
});

describe('an update of the status', () => {
  it('takes everything else from the stored object', () => {
    const rules = statusRules(resource());
    const changed = next();
    rules.prepare(changed, old, 'v1');
    expect(changed).toEqual(object({ spec: 1, data: 1, extra: undefined, status: 2 }));
    expect(rules.validate(changed, old, 'v1')).toEqual([]);
    expect(rules).toMatchObject({ mayCreate: false, countsGeneration: false });
    expect(rules.allocates).toBeUndefined();
  });

  it('leaves metadata and type to the client', () => {
    const changed: ApiObject = { ...next(), kind: 'L', metadata: { labels: { a: 'b' } } };
    statusRules(resource()).prepare(changed, old, 'v1');
    expect(changed).toMatchObject({ kind: 'L', metadata: { labels: { a: 'b' } } });
  });

  it('is prepared by the rules of the kind instead, where there are any', () => {
    const status = {
      prepareForUpdate: (changed: ApiObject) => {
        changed['status'] = 3;
      },
      validateUpdate: () => problem('status'),
    };
    const rules = statusRules(resource({ status }));
    const changed = next();
    rules.prepare(changed, old, 'v1');
    expect(changed).toEqual(object({ spec: 2, extra: 2, status: 3 }));
    expect(rules.validate(changed, old, 'v1')).toEqual(problem('status'));
  });

  it.each([
    ['status', true],
    ['metadata', true],
    ['metadata.labels', true],
    ['metadataX', false],
    ['spec', false],
  ])('owns the field %s, or not', (field, owns) => {
    expect(statusRules(resource()).filter!(field)).toBe(owns);
  });

  it('does not own the metadata that it keeps', () => {
    const { filter } = statusRules(resource({ status: { keeps: ['labels'] } }));
    expect([filter!('metadata.labels'), filter!('metadata.annotations'), filter!('status')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

it('an update of a part goes by the rules of the part', () => {
  const rules = partRules(
    {
      type: 'part',
      verbs: [],
      prepareForUpdate: (changed, stored) => {
        changed['spec'] = stored['spec'];
      },
      validateUpdate: () => problem('part'),
    },
    {},
  );
  const changed = next();
  rules.prepare(changed, old, 'v1');
  expect(changed['spec']).toBe(1);
  expect(rules.validate(changed, old, 'v1')).toEqual(problem('part'));
  expect(rules).toMatchObject({ mayCreate: false, countsGeneration: false });
});

it('a change of the server is taken as it is', () => {
  const changed = next();
  uncheckedRules.prepare(changed, old, undefined);
  expect(changed).toEqual(next());
  expect(uncheckedRules.validate(changed, old, undefined)).toEqual([]);
  expect(uncheckedRules).toMatchObject({ mayCreate: false, countsGeneration: false });
});

it('an update empties disabled fields before the rules of the kind, the status or the part see them', () => {
  const seen: ApiObject[][] = [];
  const disabled = { drop: (...given: ApiObject[]) => void seen.push(given) } as unknown as DisabledFields;
  const part = { type: 'part' as const, verbs: [], prepareForUpdate: () => {}, validateUpdate: () => [] };
  for (const rules of [
    mainRules({ ...resource(), disabled }),
    statusRules({ ...resource(), disabled }),
    partRules(part, { disabled }),
  ])
    rules.prepare(next(), old, 'v1');
  // Of the status, what the stored object has is taken over afterwards.
  expect(seen.map(([changed, stored]) => [changed!['metadata'], stored])).toEqual(Array(3).fill([{}, old]));
});
