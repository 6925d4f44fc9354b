import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { hasSpokenVersion } from './conversion-validation.ts';
import { hasUnprunedDefault } from './schema/defaults.ts';
import { type ExtensionNames, itemsOf, type JsonSchema, someSchema } from './schema/json-schema.ts';
import { validateListType } from './schema/merge-types.ts';
import type { SchemaRules } from './schema/schema-validation-options.ts';
import { Steps } from './schema/step-budget.ts';
import { isDescribable, validateStructural } from './schema/structural.ts';
import { isStandardType } from './schema/supported-fields.ts';
import type { CommonForm, CommonSpec } from './types.ts';
import { schemaOf } from './version-validation.ts';

/** What is asked of a definition. */
export interface Strictness extends SchemaRules {
  schemaRequired: boolean;
  spokenReviewVersion: boolean;
}

/** The schemas of a definition, each once, with `undefined` if a version has none. */
export const schemasOf = ({ validation, versions }: CommonSpec): (JsonSchema | undefined)[] => [
  ...new Set([
    ...(validation === undefined ? [] : [schemaOf(validation)]),
    ...(versions ?? []).map(({ schema }) => schemaOf(schema ?? validation)),
  ]),
];

/** v1beta1 asks for less. */
export const strictness = (isBeta: boolean, names: ExtensionNames): Strictness => ({
  names,
  allowDefaults: !isBeta,
  validTypes: !isBeta,
  structural: !isBeta,
  prunedDefaults: true,
  atomicSets: !isBeta,
  mapKeys: !isBeta,
  schemaRequired: !isBeta,
  spokenReviewVersion: true,
  steps: new Steps(),
});

/**
 * What the stored definition breaks already may go on being broken. Takes several walks through all of its schemas;
 * what holds to `strictness` holds to these rules too.
 */
export function leniency(old: CommonForm, isBeta: boolean, names: ExtensionNames): Strictness {
  const rules = strictness(isBeta, names);
  const schemas = schemasOf(old.spec);
  const some = (test: (schema: JsonSchema) => boolean) => schemas.some((schema) => someSchema(schema, test));
  return {
    ...rules,
    allowDefaults: rules.allowDefaults || some((schema) => schema.default !== undefined),
    validTypes: rules.validTypes && !some(({ type }) => !isStandardType(type)),
    structural: rules.structural && !schemas.some((schema) => isUnstructured(schema, names)),
    prunedDefaults: !schemas.some((schema) => isUnpruned(schema, names)),
    atomicSets: rules.atomicSets && !some((schema) => breaks(schema, { ...rules, mapKeys: false }, names)),
    mapKeys: rules.mapKeys && !some((schema) => breaks(schema, { ...rules, atomicSets: false }, names)),
    schemaRequired: rules.schemaRequired && schemas.every((schema) => schema !== undefined),
    spokenReviewVersion: hasSpokenVersion(old.spec.conversion?.conversionReviewVersions),
  };
}

function isUnstructured(schema: JsonSchema | undefined, names: ExtensionNames): boolean {
  if (schema === undefined) return false;
  return !isDescribable(schema, names) || validateStructural(schema, FieldPath.root, names).length > 0;
}

const isUnpruned = (schema: JsonSchema | undefined, names: ExtensionNames): boolean =>
  schema !== undefined && hasUnprunedDefault(schema, names) && !isUnstructured(schema, names);

/** Whether it is one of the rules in question that is broken: the others have no switch. */
function breaks(schema: JsonSchema, rules: SchemaRules, names: ExtensionNames): boolean {
  if (schema[names.listType] === undefined || itemsOf(schema) === undefined) return false;
  const errors = (asked: SchemaRules) => validateListType(schema, FieldPath.root, asked).map(fieldErrorText);
  return errors(rules).length > errors({ ...rules, atomicSets: false, mapKeys: false }).length;
}
