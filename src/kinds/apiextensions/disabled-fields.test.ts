import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { DisabledFields } from '../../api/schema/disabled-fields.ts';
import { loadDefinitions } from '../../api/schema/load.ts';

const dialect = dialects[0]!;
const directory = fileURLToPath(new URL('../../../api-definitions', import.meta.url));
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
  const { structs } = loadDefinitions(directory, dialect, release);
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
