import { expect, test } from 'vitest';
import { definitionsOf } from '../../../test/support/unit/definitions.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { DisabledFields } from '../../api/schema/disabled-fields.ts';

const dialect = dialects[0]!;
const rules = { [`${dialect.schemaExtension}validations`]: [{ rule: 'self.x' }] };

const definition = (openAPIV3Schema: object) => ({
  spec: { versions: [{}, { schema: { openAPIV3Schema } }] },
});
/** A schema with rules at each place where there can be some. */
const schemaWith = (there: object) => ({
  ...there,
  properties: { a: { ...there, items: there }, b: { items: [there] } },
  additionalProperties: { ...there, additionalProperties: true },
  allOf: [there],
  not: there,
  dependencies: { a: there, b: ['a'] },
});

function written(release: string, gates: readonly string[], object: object, old?: object): object {
  const { structs } = definitionsOf(release);
  const copy = structuredClone(object);
  const struct = structs.get('apiextensions.v1.CustomResourceDefinition')!;
  DisabledFields.finder(structs.values(), new FeatureGates(release, gates))(struct)?.drop(copy, old);
  return copy;
}

const gate = 'CustomResourceValidationExpressions';

test.each<[string, string[], object | undefined, 'go' | 'stay']>([
  ['1.24', [], undefined, 'go'],
  ['1.24', [`${gate}=true`], undefined, 'go'],
  ['1.24', [], {}, 'go'],
  ['1.24', [], { properties: { a: { items: rules } } }, 'stay'],
  ['1.25', [], undefined, 'stay'],
  ['1.25', [`${gate}=false`], undefined, 'go'],
  ['1.25', [`${gate}=false`], rules, 'stay'],
  ['1.31', [], undefined, 'stay'],
  ['1.36', [], undefined, 'stay'],
])('rules in expressions at %s, with gates %j and a stored schema %j, %4$s', (release, gates, old, fate) => {
  const result = written(release, gates, definition(schemaWith(rules)), old && definition(old));
  expect(result).toEqual(definition(schemaWith(fate === 'go' ? {} : rules)));
});

const validations = `${dialect.schemaExtension}validations`;
const schema = (rule: object) =>
  definition({ properties: { a: { [validations]: [{ rule: 'oldSelf.hasValue()', ...rule }] } } });
const selecting = (fields: object) => ({ spec: { versions: [{ name: 'v1' }, { name: 'v2', ...fields }] } });
const observed = (fields: object, ofCondition: object) => ({
  status: { conditions: [{ type: 'Established' }, { type: 'NamesAccepted', ...ofCondition }], ...fields },
});
const number = { observedGeneration: 3 };

const forms: Record<string, { gate: string; whole: object; bare: object }> = {
  optionalOldSelf: {
    gate: 'CRDValidationRatcheting',
    whole: schema({ optionalOldSelf: true }),
    bare: schema({}),
  },
  selectableFields: {
    gate: 'CustomResourceFieldSelectors',
    whole: selecting({ selectableFields: [{ jsonPath: '.spec.a' }] }),
    bare: selecting({}),
  },
  'status.observedGeneration': {
    gate: 'CRDObservedGenerationTracking',
    whole: observed(number, {}),
    bare: observed({}, {}),
  },
  'observedGeneration of conditions': {
    gate: 'CRDObservedGenerationTracking',
    whole: observed({}, number),
    bare: observed({}, {}),
  },
};

test.each<
  [keyof typeof forms, string, 'off' | 'on' | undefined, 'bare' | 'whole' | undefined, 'go' | 'stay']
>([
  ['optionalOldSelf', '1.29', undefined, undefined, 'go'],
  ['optionalOldSelf', '1.29', undefined, 'bare', 'go'],
  ['optionalOldSelf', '1.29', undefined, 'whole', 'stay'],
  ['optionalOldSelf', '1.29', 'on', undefined, 'stay'],
  ['optionalOldSelf', '1.30', undefined, undefined, 'stay'],
  ['optionalOldSelf', '1.32', 'off', undefined, 'go'],
  ['optionalOldSelf', '1.36', undefined, undefined, 'stay'],
  ['selectableFields', '1.30', undefined, undefined, 'go'],
  ['selectableFields', '1.30', undefined, 'bare', 'go'],
  ['selectableFields', '1.30', undefined, 'whole', 'stay'],
  ['selectableFields', '1.30', 'on', 'bare', 'stay'],
  ['selectableFields', '1.31', undefined, 'bare', 'stay'],
  ['selectableFields', '1.31', 'off', 'bare', 'go'],
  ['selectableFields', '1.36', undefined, undefined, 'stay'],
  ['status.observedGeneration', '1.35', undefined, undefined, 'go'],
  ['status.observedGeneration', '1.35', undefined, 'bare', 'go'],
  ['status.observedGeneration', '1.35', undefined, 'whole', 'stay'],
  ['status.observedGeneration', '1.35', 'on', 'bare', 'stay'],
  ['status.observedGeneration', '1.36', undefined, 'bare', 'stay'],
  ['observedGeneration of conditions', '1.35', undefined, 'bare', 'go'],
  ['observedGeneration of conditions', '1.35', undefined, 'whole', 'stay'],
  ['observedGeneration of conditions', '1.36', undefined, 'bare', 'stay'],
  ['observedGeneration of conditions', '1.36', 'off', 'bare', 'go'],
])('%s at %s, with its gate %s and %s stored: %s', (form, release, setting, stored, fate) => {
  const { gate, whole, bare } = forms[form]!;
  const gates = setting === undefined ? [] : [`${gate}=${setting === 'on'}`];
  const old = stored && forms[form]![stored];
  expect(written(release, gates, whole, old)).toEqual(fate === 'go' ? bare : whole);
});
